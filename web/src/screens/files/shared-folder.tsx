import { sharedOf } from '../../app/shared.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { useRead } from '../../ui/use-read.js';
import { visible } from '../../ui/visible.js';
import { sizeOf, t, when } from '../../words/all.js';
import type { Node } from './types.js';

/** `#/files?shared=<id>` is a folder that somebody else lets see, `&at=/u/sub` one below it: what is there can be had. */
export function SharedFolder({ id, at }: { readonly id: string; readonly at: string | null }) {
  const share = sharedOf('folder').find((each) => each.id === id);
  const root = share?.title ?? id.slice(id.indexOf('/'));
  const path = at ?? root;
  const shared = { shared: id };
  const reading = useRead<{ readonly nodes: readonly Node[] }>(
    `/api/fs/tree?${new URLSearchParams({ ...shared, path, limit: '500' })}`,
  );
  const here = (place: string) => `#/files?${new URLSearchParams({ ...shared, at: place })}`;
  return (
    <Frame title={visible(path)}>
      <p class="soft">
        {share !== undefined &&
          t('files.ofOther', { name: visible(share.ownerName), access: t(`people.${share.access}`) })}{' '}
        {path !== root && <a href={here(path.slice(0, path.lastIndexOf('/')))}>{t('files.above')}</a>}
      </p>
      <Shown reading={reading}>
        {({ nodes }) =>
          nodes.length === 0 ? (
            <p class="empty">{t('files.empty')}</p>
          ) : (
            <ul class="cards files">
              {nodes.map((node) => (
                <li key={node.path} class="card">
                  <Icon name={node.type} />
                  {node.type === 'folder' ? (
                    <a class="grow" href={here(node.path)}>
                      {visible(node.name)}
                    </a>
                  ) : (
                    <>
                      <a
                        class="grow"
                        href={`/api/fs/files/${node.id}/content?${new URLSearchParams(shared)}`}
                        download={node.name}
                      >
                        {visible(node.name)}
                      </a>
                      <span class="soft">
                        {sizeOf(node.size)} · {when(new Date(node.updatedAt).toISOString())}
                      </span>
                    </>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Frame>
  );
}
