import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { fullTime, t } from '../../words/all.js';
import { Section } from './section.js';
import type { Trail } from './types.js';

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly actor: string;
}

/** Who did what with a design, each entry chained to the one before. */
export function TrailView({ designId }: { readonly designId: string }) {
  const { value } = useRead<Trail>(`/v1/sampling/${encodeURIComponent(designId)}/trail`);
  if (value === undefined) return null;
  const marks = new Map(value.marks.map(({ seq, mark }) => [seq, mark]));
  return (
    <Section title={t('trail.title')}>
      <ol class="trail">
        {value.entries.map(({ text, hash }) => {
          const { seq, kind, at, actor } = JSON.parse(text) as Entry;
          const mark = marks.get(seq);
          return (
            <li key={hash}>
              <strong>{kind}</strong> <time datetime={at}>{fullTime(at)}</time>{' '}
              <code title={actor}>{actor.slice(-8)}</code> <code class="soft">{hash.slice(0, 12)}</code>
              {mark !== undefined && (
                <p class="mark-of-trail">
                  <Icon name="warn" /> {mark}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <p class="soft">{value.says}</p>
    </Section>
  );
}
