import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { scrolls } from '../../ui/scrolls.js';
import { useRead } from '../../ui/use-read.js';
import { fullTime, t, when } from '../../words/all.js';
import type { ScreenProps } from '../index.js';
import { amountOf, type Costs, type Credits, type Spending, type Sums } from './types.js';

/** What answers cost: the person's own, and everybody's for who runs the oracle. */
export function Usage({ person }: ScreenProps) {
  const reading = useRead<Credits>('/credits');
  return (
    <Frame
      title={t('screen.usage')}
      tools={
        <a class="button" href="/credits/ledger.csv" download>
          <Icon name="download" /> {t('usage.ledger')}
        </a>
      }
    >
      <Shown reading={reading}>
        {(credits) => (
          <>
            <Balance credits={credits} />
            <CostTable
              title={t('usage.models')}
              currency={credits.currency}
              rows={credits.models.map((sums) => ({ name: sums.model, ...sums }))}
            />
            <Answers />
          </>
        )}
      </Shown>
      {person.kind === 'owner' && <Everybody />}
    </Frame>
  );
}

function Balance({ credits }: { readonly credits: Credits }) {
  const { available, budgets, currency, reserved, resetsAt, spent } = credits;
  const words = (micro: number) => amountOf(micro, currency);
  return (
    <section class="part">
      <dl class="facts">
        <dt>{t('usage.left')}</dt>
        <dd>
          {available === null ? t('usage.noBudget') : words(available)}
          {resetsAt !== null && <span class="soft"> {t('usage.until', { at: fullTime(resetsAt) })}</span>}
        </dd>
        <dt>{t('usage.today')}</dt>
        <dd>{limited(spent.today, budgets.day?.limit, words)}</dd>
        <dt>{t('usage.month')}</dt>
        <dd>{limited(spent.month, budgets.month?.limit, words)}</dd>
        <dt>{t('usage.ever')}</dt>
        <dd>{words(spent.total)}</dd>
        {reserved > 0 && (
          <>
            <dt>{t('usage.reserved')}</dt>
            <dd>{words(reserved)}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function limited(spent: number, limit: number | undefined, words: (micro: number) => string): string {
  return limit === undefined ? words(spent) : t('usage.of', { spent: words(spent), limit: words(limit) });
}

function Answers() {
  const { value } = useRead<Costs>('/credits/costs?limit=20');
  if (value === undefined) return null;
  return (
    <CostTable
      title={t('usage.answers')}
      currency={value.currency}
      rows={value.runs.map((sums) => ({ name: when(sums.at), link: `#/s/${sums.sessionId}`, ...sums }))}
    />
  );
}

function Everybody() {
  const { value } = useRead<Spending>('/credits/spending');
  if (value === undefined) return null;
  return (
    <CostTable
      title={t('usage.everybody')}
      currency={value.currency}
      rows={value.principals.map((sums) => ({ name: sums.principal, ...sums }))}
    />
  );
}

interface CostTableProps {
  readonly title: string;
  readonly currency: string;
  readonly rows: readonly (Sums & { readonly name: string; readonly link?: string })[];
}

function CostTable({ title, currency, rows }: CostTableProps) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="soft">{t('usage.nothing')}</p>
      ) : (
        <section class="table-frame" ref={scrolls} aria-label={title}>
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">{t('usage.what')}</th>
                <th scope="col" class="right">
                  {t('usage.calls')}
                </th>
                <th scope="col" class="right">
                  {t('usage.tokens')}
                </th>
                <th scope="col" class="right">
                  {t('usage.cost')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, link, calls, inputTokens, outputTokens, amount, unpriced }) => (
                <tr key={name + (link ?? '')}>
                  <th scope="row">{link === undefined ? name : <a href={link}>{name}</a>}</th>
                  <td class="right">{calls.toLocaleString()}</td>
                  <td class="right">{(inputTokens + outputTokens).toLocaleString()}</td>
                  <td class="right">
                    {unpriced > 0 && amount === 0 ? (
                      <span class="soft">{t('usage.noPrice', { calls: unpriced })}</span>
                    ) : (
                      <>
                        {amountOf(amount, currency)}
                        {unpriced > 0 && (
                          <span class="soft"> {t('usage.unpriced', { calls: unpriced })}</span>
                        )}
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
