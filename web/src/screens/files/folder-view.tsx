import { useEffect } from 'preact/hooks';
import { attempt } from '../../app/faults.js';
import { change } from '../../app/oracle.js';
import { href } from '../../app/route.js';
import { type Sight, sureOfSight } from '../../app/sight.js';
import { CopyButton } from '../../ui/copy-button.js';
import { askFor, confirm } from '../../ui/dialog.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';
import { SharedList } from '../../ui/shared-list.js';
import { useRead } from '../../ui/use-read.js';
import { visible } from '../../ui/visible.js';
import { sizeOf, t, when } from '../../words/all.js';
import { PublicMark } from './public-mark.js';
import { publish } from './publish.js';
import type { Node } from './types.js';
import { Uploads } from './uploads.js';

interface Tree {
  readonly nodes: readonly Node[];
  readonly cursor?: string;
}

const PAGE = 500;

/** A folder with what is in it. */
export function FolderView({ path }: { readonly path: string }) {
  const reading = useRead<Tree>(`/api/fs/tree?${new URLSearchParams({ path, limit: String(PAGE) })}`);
  const { again } = reading;
  const here = path === '/' ? '' : path;
  const folder = useNodeAt(path);
  const sight = useRead<Sight>(`/api/fs/sight?${new URLSearchParams({ path })}`);
  const lookAgain = () => {
    again();
    sight.again();
  };
  return (
    <Frame
      title={t('screen.files')}
      tools={
        <>
          <a class="button quiet" href="#/files?trash=1">
            <Icon name="trash" /> {t('files.trash')}
          </a>
          <a
            class="button quiet"
            href={`/api/fs/folder/download?${new URLSearchParams({ path })}`}
            download
            title={t('files.zip')}
          >
            <Icon name="download" /> ZIP
          </a>
        </>
      }
    >
      <Crumbs path={path} />
      <PublicFolder node={folder} />
      <Uploads folder={here} onDone={again} />
      <div class="row">
        <button
          type="button"
          onClick={() =>
            void askFor({ title: t('files.newFolder'), act: t('save'), value: '' }).then((name) =>
              name
                ? attempt(async () => {
                    const made = { path: `${here}/${name}` };
                    if (await sureOfSight(made, name, t('files.newFolder')))
                      await change('POST', `/api/fs/folders?${new URLSearchParams(made)}`);
                  }).then(again)
                : undefined,
            )
          }
        >
          <Icon name="plus" /> {t('files.newFolder')}
        </button>
      </div>
      <Shown reading={reading}>
        {({ nodes, cursor }) =>
          nodes.length === 0 ? (
            <p class="empty">{t('files.empty')}</p>
          ) : (
            <>
              <ul class="cards files">
                {nodes.map((node) => (
                  <Entry
                    key={node.path}
                    node={node}
                    folder={here}
                    byFolder={sight.value?.seenBy === 'everybody'}
                    again={lookAgain}
                  />
                ))}
              </ul>
              {cursor !== undefined && <p class="soft">{t('files.first', { count: PAGE })}</p>}
            </>
          )
        }
      </Shown>
      {path === '/' && <SharedList kind="folder" />}
    </Frame>
  );
}

/** What stands at a path, as the folder above it lists it; undefined at the top and until it is known. */
function useNodeAt(path: string): Node | undefined {
  const above = path.slice(0, path.lastIndexOf('/')) || '/';
  const { value } = useRead<Tree>(
    `/api/fs/tree?${new URLSearchParams({ path: above, limit: String(PAGE) })}`,
  );
  return value?.nodes.find((each) => each.path === path);
}

/** Says of a folder that it is public, with its link; of a place that is a file, where the file is. */
function PublicFolder({ node }: { readonly node: Node | undefined }) {
  useEffect(() => {
    // An address that names a file, as a person types it.
    if (node?.type === 'file') location.replace(addressOf(node));
  }, [node]);
  if (node?.type !== 'folder' || !node.public) return null;
  const link = node.publicUrl === undefined ? undefined : location.origin + node.publicUrl;
  return (
    <p class="public-link">
      <PublicMark />{' '}
      {link !== undefined && (
        <>
          {t('files.anybody')} <a href={link}>{link}</a> <CopyButton text={link} />
        </>
      )}
    </p>
  );
}

/** Where a file or folder is shown. */
function addressOf(node: Node): string {
  const segments = node.path.split('/').filter((part) => part !== '');
  return node.type === 'folder'
    ? href('files', ...segments)
    : `${href('files', ...segments.slice(0, -1))}?id=${node.id}`;
}

/** The way to a folder. */
export function Crumbs({ path }: { readonly path: string }) {
  const parts = path.split('/').filter((part) => part !== '');
  return (
    <nav class="crumbs" aria-label={t('files.way')}>
      <a href={href('files')}>{t('screen.files')}</a>
      {parts.map((part, at) => (
        <span key={parts.slice(0, at + 1).join('/')}>
          {' / '}
          <a
            href={href('files', ...parts.slice(0, at + 1))}
            aria-current={at === parts.length - 1 ? 'page' : undefined}
          >
            {visible(part)}
          </a>
        </span>
      ))}
    </nav>
  );
}

interface EntryProps {
  readonly node: Node;
  readonly folder: string;
  /** All that is in the folder is public. */
  readonly byFolder: boolean;
  again(): void;
}

function Entry({ node, folder, byFolder, again }: EntryProps) {
  return (
    <li class="card">
      <Icon name={node.type} />
      <a class="grow" href={addressOf(node)}>
        {visible(node.name)}
      </a>
      {node.public && <PublicMark />}
      {node.type === 'file' && (
        <span class="soft">
          {sizeOf(node.size)} · {when(new Date(node.updatedAt).toISOString())}
        </span>
      )}
      <Menu
        label={t('files.menu', { name: node.name })}
        items={[
          {
            label: t(byFolder ? 'files.whyPublic' : node.public ? 'files.unpublish' : 'files.publish'),
            icon: 'globe',
            act: () => void publish(node, !node.public).then(again),
          },
          {
            label: t('rename'),
            icon: 'edit',
            act: () =>
              void askFor({ title: t('files.rename'), act: t('rename'), value: node.name }).then((name) =>
                name ? attempt(() => move(node, `${folder}/${name}`)).then(again) : undefined,
              ),
          },
          {
            label: t('delete'),
            icon: 'trash',
            bad: true,
            act: () => void remove(node).then(again),
          },
        ]}
      />
    </li>
  );
}

async function move(node: Node, to: string): Promise<unknown> {
  if (!(await sureOfSight({ path: to, from: node.path }, node.name, t('rename')))) return undefined;
  if (node.type === 'file') return change('PATCH', `/api/fs/files/${node.id}/path`, { path: to });
  return change('PUT', '/api/fs/folders/path', { from: node.path, to });
}

async function remove(node: Node): Promise<void> {
  const sure = await confirm({
    title: t('files.delete', { name: node.name }),
    text: t('files.deleteWhat'),
    act: t('delete'),
    bad: true,
  });
  if (!sure) return;
  const path =
    node.type === 'file'
      ? `/api/fs/files/${node.id}`
      : `/api/fs/folders?${new URLSearchParams({ path: node.path })}`;
  await attempt(() => change('DELETE', path));
}
