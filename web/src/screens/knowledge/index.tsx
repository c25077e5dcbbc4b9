import { useState } from 'preact/hooks';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { t } from '../../words/all.js';

interface Passage {
  readonly quote: string;
  readonly path: string;
  readonly version: number;
  readonly heading?: string;
  readonly lines?: readonly [number, number];
  readonly page?: number;
  readonly sha256: string;
}

interface KnownDocument {
  readonly source: 'files' | 'documents' | 'notes';
  readonly path: string;
  readonly version: number;
  readonly state: 'known' | 'pending' | 'skipped';
  readonly reason?: string;
}

/** What documents say, word for word, and which documents those are. */
export function Knowledge() {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const documents = useRead<{ readonly total: number; readonly documents: readonly KnownDocument[] }>(
    '/knowledge/documents',
  );
  return (
    <Frame title={t('screen.knowledge')}>
      <search>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(words.trim());
          }}
        >
          <input
            class="grow"
            type="search"
            required
            maxLength={500}
            aria-label={t('knowledge.ask')}
            placeholder={t('knowledge.ask')}
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <button type="submit" class="main">
            <Icon name="search" /> {t('knowledge.find')}
          </button>
        </form>
      </search>
      {asked !== '' && <Passages question={asked} />}
      <Shown reading={documents}>
        {({ total, documents: all }) => (
          <section class="part">
            <h2>
              {t('knowledge.documents')} <span class="soft">{total}</span>
            </h2>
            <ul class="cards">
              {all.map(({ source, path, version, state, reason }) => (
                <li key={source + path} class="card">
                  <span class="grow">
                    <strong>{path}</strong>
                    <span class="soft">
                      {t(`knowledge.${source}`)} · v{version}
                    </span>
                    {reason !== undefined && <span class="refused">{reason}</span>}
                  </span>
                  {state !== 'known' && <span class={`badge ${state}`}>{t(`knowledge.${state}`)}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </Shown>
    </Frame>
  );
}

function Passages({ question }: { readonly question: string }) {
  const reading = useRead<{ readonly passages: readonly Passage[] }>(
    `/knowledge/search?question=${encodeURIComponent(question)}`,
  );
  return (
    <Shown reading={reading}>
      {({ passages }) => (
        <section class="part" aria-live="polite">
          <h2>{t('knowledge.quotes')}</h2>
          {passages.length === 0 && <p class="soft">{t('knowledge.nothing')}</p>}
          {passages.map((passage) => (
            <figure key={passage.sha256 + placeOf(passage)} class="panel">
              <blockquote>{passage.quote}</blockquote>
              <figcaption class="soft">{placeOf(passage)}</figcaption>
            </figure>
          ))}
        </section>
      )}
    </Shown>
  );
}

/** Where a quote stands: document and version, page or lines, heading. */
function placeOf({ path, version, heading, lines, page }: Passage): string {
  const [from = 0, to = from] = lines ?? [];
  const at =
    page !== undefined
      ? t('knowledge.page', { page })
      : lines === undefined
        ? undefined
        : t('knowledge.lines', { lines: from === to ? String(from) : `${from}–${to}` });
  return [`${path} v${version}`, at, heading].filter((part) => part !== undefined).join(' · ');
}
