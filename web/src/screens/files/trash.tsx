import { attempt } from '../../app/faults.js';
import { change } from '../../app/oracle.js';
import { sureOfSight } from '../../app/sight.js';
import { confirm } from '../../ui/dialog.js';
import { Frame, Shown } from '../../ui/frame.js';
import { useRead } from '../../ui/use-read.js';
import { visible } from '../../ui/visible.js';
import { sizeOf, t, when } from '../../words/all.js';
import { Crumbs } from './folder-view.js';
import type { TrashedFile } from './types.js';

/** What was deleted, until it is deleted for good. */
export function Trash() {
  const reading = useRead<{ readonly files: readonly TrashedFile[] }>('/api/fs/trash?limit=500');
  const { again } = reading;
  return (
    <Frame title={t('files.trash')}>
      <Crumbs path="/" />
      <Shown reading={reading}>
        {({ files }) =>
          files.length === 0 ? (
            <p class="empty">{t('files.trashEmpty')}</p>
          ) : (
            <ul class="cards">
              {files.map(({ id, path, name, size, trashedAt }) => (
                <li key={id} class="card">
                  <span class="grow">
                    {visible(path)}
                    <span class="soft">
                      {sizeOf(size)} · {when(new Date(trashedAt).toISOString())}
                    </span>
                  </span>
                  <button
                    type="button"
                    onClick={() =>
                      void attempt(async () => {
                        if (await sureOfSight({ path, trashedAt }, name, t('files.restore')))
                          await change('POST', `/api/fs/files/${id}/restore`);
                      }).then(again)
                    }
                  >
                    {t('files.restore')}
                  </button>
                  <button
                    type="button"
                    class="bad"
                    onClick={() =>
                      void confirm({
                        title: t('files.purge', { name }),
                        text: t('files.purgeWhat'),
                        act: t('delete'),
                        bad: true,
                      }).then((sure) =>
                        sure
                          ? attempt(() => change('POST', '/api/fs/batch/purge', { ids: [id] })).then(again)
                          : undefined,
                      )
                    }
                  >
                    {t('files.purgeIt')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Frame>
  );
}
