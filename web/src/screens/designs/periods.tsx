import { scrolls } from '../../ui/scrolls.js';
import { useRead } from '../../ui/use-read.js';
import { language, t, when } from '../../words/all.js';
import { Section } from './section.js';
import type { Page, PeriodEntry } from './types.js';

/** What the monitoring of each period showed. Nothing stands here before there was one. */
export function Periods({ designId }: { readonly designId: string }) {
  const { value } = useRead<Page<PeriodEntry>>(
    `/v1/sampling/${encodeURIComponent(designId)}/periods?limit=50`,
  );
  if (value === undefined || value.items.length === 0) return null;
  return (
    <Section title={t('designs.periods')}>
      <section class="table-frame" ref={scrolls} aria-label={t('designs.periods')}>
        <table class="plain">
          <tbody>
            {value.items.map((period) => (
              <tr key={period.periodId}>
                <th scope="row">{period.period ?? `${period.from ?? ''} – ${period.to ?? ''}`}</th>
                {FIGURES.map((name) => (
                  <td key={name} class="right">
                    {figure(name, period[name])}
                  </td>
                ))}
                <td class="soft">{when(period.createdAt)}</td>
                <td>
                  <a href={`/v1/sampling/periods/${encodeURIComponent(period.periodId)}/readings`} download>
                    {t('designs.readings')}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

const FIGURES = ['n', 'mean', 'achievedPrecision', 'precision'] as const;

function figure(name: string, value: unknown): string {
  if (typeof value !== 'number') return '';
  const style = name.toLowerCase().includes('precision') ? 'percent' : 'decimal';
  return value.toLocaleString(language.value, { style, maximumFractionDigits: 3 });
}
