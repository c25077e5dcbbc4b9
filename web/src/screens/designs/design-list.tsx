import { href } from '../../app/route.js';
import { Frame, Shown } from '../../ui/frame.js';
import { SharedList } from '../../ui/shared-list.js';
import { useRead } from '../../ui/use-read.js';
import { fullTime, language, t, when } from '../../words/all.js';
import type { DesignEntry, Page } from './types.js';

/** Two designs of the same numbers are told apart by this much. */
const SHOWN_OF_ID = 15;

/** All designs, the newest first. */
export function DesignList() {
  const reading = useRead<Page<DesignEntry>>('/v1/sampling?limit=100');
  return (
    <Frame title={t('screen.designs')}>
      <Shown reading={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <div class="empty">
              <p>{t('designs.none')}</p>
              <a class="button main" href={href('s')}>
                {t('designs.ask')}
              </a>
            </div>
          ) : (
            <ul class="cards">
              {items.map((design) => (
                <li key={design.designId}>
                  <a class="card" href={href('designs', design.designId)}>
                    <span class="big">{design.adjustedSize.toLocaleString(language.value)}</span>
                    <span class="grow">
                      <strong>
                        {t('designs.of', { size: design.adjustedSize, population: design.population })}
                      </strong>
                      <span class="soft">
                        {design.projectId ?? t('designs.noProject')} · {design.profile} ·{' '}
                        {design.designId.slice(0, SHOWN_OF_ID)}
                      </span>
                    </span>
                    <span class={`badge ${design.status}`}>{design.status}</span>
                    <time class="soft" datetime={design.createdAt} title={fullTime(design.createdAt)}>
                      {when(design.createdAt)}
                    </time>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <SharedList kind="design" />
    </Frame>
  );
}
