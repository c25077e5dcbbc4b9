import { attempt } from '../../app/faults.js';
import { go } from '../../app/route.js';
import { begin } from '../../chat/begin.js';
import { keepDraft } from '../../chat/drafts.js';
import { Icon } from '../../ui/icon.js';
import { t } from '../../words/all.js';
import type { Capability, Example } from './types.js';

/** So many stand open; the rest is behind a line of its own. */
const SHOWN = 3;

/** One capability: what it is for, and sentences of which one click asks. */
export function CapabilityPart({ capability }: { readonly capability: Capability }) {
  const { title, summary, examples } = capability;
  // What only reads comes first: whoever tries what an oracle can do means to change nothing.
  const ordered = [...examples.filter(({ reads }) => reads), ...examples.filter(({ reads }) => !reads)];
  const rest = ordered.slice(SHOWN);
  return (
    <section class="capability">
      <h3>{title}</h3>
      <p>{summary}</p>
      <Examples examples={ordered.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary class="soft">{t('capabilities.more', { count: rest.length })}</summary>
          <Examples examples={rest} />
        </details>
      )}
    </section>
  );
}

function Examples({ examples }: { readonly examples: readonly Example[] }) {
  if (examples.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('capabilities.try')}>
      {examples.map(({ user, reads }) => (
        <li key={user}>
          {reads ? (
            <button
              type="button"
              class="chip"
              onClick={() => void attempt(async () => go('s', await begin(user)))}
            >
              <Icon name="chat" /> {user}
            </button>
          ) : (
            // It would change something, and its names are an example's: the person sends it.
            <button
              type="button"
              class="chip"
              title={t('capabilities.draft')}
              onClick={() => {
                keepDraft('new', user);
                go('s');
              }}
            >
              <Icon name="edit" /> {user}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
