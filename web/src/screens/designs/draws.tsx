import { useState } from 'preact/hooks';
import { Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { asRecord } from '../../verify/draw-record.js';
import { DrawFacts, Verifier } from '../../verify/verifier.js';
import { t, when } from '../../words/all.js';
import { Section } from './section.js';
import type { CommitmentEntry, Page, SelectionEntry } from './types.js';

interface Selection {
  readonly record: unknown;
  readonly warnings: readonly string[];
  readonly restsOn: string;
}

/** What was committed to and what was drawn, each draw with what it rests on and a verifier. */
export function Draws({ designId }: { readonly designId: string }) {
  const query = new URLSearchParams({ designId, limit: '50' });
  const commitments = useRead<Page<CommitmentEntry>>(`/v1/sampling/commitments?${query}`);
  const draws = useRead<Page<SelectionEntry>>(`/v1/sampling/selections?${query}`);
  return (
    <Section title={t('draw.title')}>
      {commitments.value?.items.map(({ commitmentId, committedAt, createdAt, sha256 }) => (
        <p key={commitmentId} class="soft">
          <Icon name="pin" /> {t('draw.committed', { at: when(committedAt ?? createdAt ?? '') })}{' '}
          <code>{sha256?.slice(0, 16) ?? commitmentId}</code>
        </p>
      ))}
      <Shown reading={draws}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">{t('draw.none')}</p>
          ) : (
            items.map((entry) => <Draw key={entry.selectionId} entry={entry} of={items.length} />)
          )
        }
      </Shown>
    </Section>
  );
}

/** @param of how many draws of the design there are: whoever drew again may have chosen */
function Draw({ entry, of }: { readonly entry: SelectionEntry; readonly of: number }) {
  const [open, setOpen] = useState(false);
  const { selectionId, createdAt, selected, draw } = entry;
  return (
    <details class="draw panel" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{t('draw.one', { number: draw ?? 1, count: selected })}</strong>{' '}
        {/* Whether its commitment was published the record does not show. */}
        <span class="badge">
          {t(entry.trust === 'verifiable' ? 'draw.ifPublished' : 'draw.reproducible')}
        </span>{' '}
        {of > 1 && (
          <span class="badge pending">
            <Icon name="warn" /> {t('draw.ofSeveral', { count: of })}
          </span>
        )}{' '}
        <time class="soft" datetime={createdAt}>
          {when(createdAt)}
        </time>{' '}
        <span class="verify-here">{t('verify.title')}</span>
      </summary>
      {open && <Opened selectionId={selectionId} />}
    </details>
  );
}

function Opened({ selectionId }: { readonly selectionId: string }) {
  const at = `/v1/sampling/selections/${encodeURIComponent(selectionId)}`;
  const reading = useRead<Selection>(at);
  return (
    <Shown reading={reading}>
      {({ record: untrusted, restsOn, warnings }) => {
        const record = asRecord(untrusted);
        return (
          <>
            <p>{t('draw.restsOn', { what: restsOn })}</p>
            <ul class="warnings">
              {warnings.map((warning) => (
                <li key={warning}>
                  <Icon name="warn" /> {warning}
                </li>
              ))}
            </ul>
            {record !== undefined && <DrawFacts record={record} />}
            {record !== undefined && <Verifier record={record} />}
            <p class="row">
              <a class="button" href={`${at}/list`} download>
                <Icon name="download" /> {t('draw.list')}
              </a>
            </p>
          </>
        );
      }}
    </Shown>
  );
}
