import { useEffect, useState } from 'preact/hooks';
import { attempt } from '../../app/faults.js';
import { change, client } from '../../app/oracle.js';
import { type Sight, sureOfSight } from '../../app/sight.js';
import { Markdown } from '../../markdown/markdown.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Frame, Shown } from '../../ui/frame.js';
import { Icon } from '../../ui/icon.js';
import { scrolls } from '../../ui/scrolls.js';
import { useRead } from '../../ui/use-read.js';
import { visible } from '../../ui/visible.js';
import { fullTime, sizeOf, t } from '../../words/all.js';
import { Crumbs } from './folder-view.js';
import { PublicMark } from './public-mark.js';
import { publish } from './publish.js';
import { type FileFacts, type FileVersion, publicPath } from './types.js';

/** Text that is shown of a file. */
const MOST_SHOWN = 200_000;

/** One file: what is in it, whether it is public, and how it was before. */
export function FileView({ id }: { readonly id: string }) {
  const reading = useRead<FileFacts>(`/api/fs/files/${encodeURIComponent(id)}`);
  const name = visible(reading.value?.name ?? t('screen.files'));
  const path = reading.value?.public === true ? reading.value.path : undefined;
  const sight = useRead<Sight>(path && `/api/fs/sight?${new URLSearchParams({ path })}`);
  const byFolder = path !== undefined && sight.value?.at !== undefined && sight.value.at !== path;
  return (
    <Frame title={name}>
      <Shown reading={reading}>
        {(file) => (
          <>
            <Crumbs path={file.path.slice(0, file.path.lastIndexOf('/'))} />
            <div class="panel">
              <div class="row">
                <span class="grow soft">
                  {file.mimeType.split(';', 1)[0]} · {sizeOf(file.size)} ·{' '}
                  {fullTime(new Date(file.updatedAt).toISOString())}
                </span>
                {file.public && <PublicMark />}
                <a class="button" href={`/api/fs/files/${file.id}/content`} download={file.name}>
                  <Icon name="download" /> {t('files.download')}
                </a>
                <button
                  type="button"
                  onClick={() => void publish({ type: 'file', ...file }, !file.public).then(reading.again)}
                >
                  <Icon name="globe" />{' '}
                  {t(byFolder ? 'files.whyPublic' : file.public ? 'files.unpublish' : 'files.publish')}
                </button>
              </div>
              {file.public && <PublicLink file={file} />}
            </div>
            <Preview file={file} />
            <Versions file={file} onChange={reading.again} />
          </>
        )}
      </Shown>
    </Frame>
  );
}

function PublicLink({ file }: { readonly file: FileFacts }) {
  const link = location.origin + publicPath(file.id);
  const verifier = `#/verify?${new URLSearchParams({ record: publicPath(file.id) })}`;
  return (
    <>
      <p class="public-link">
        <Icon name="globe" /> {t('files.anybody')} <a href={link}>{link}</a> <CopyButton text={link} />
      </p>
      {file.name === 'record.json' && (
        <p>
          <a href={verifier}>{t('files.verifier')}</a>{' '}
          <CopyButton text={new URL(verifier, location.href).href} />
        </p>
      )}
    </>
  );
}

function Preview({ file }: { readonly file: FileFacts }) {
  const content = `/api/fs/files/${file.id}/content`;
  const { mimeType, name, size } = file;
  const isText =
    size < 5_000_000 && (mimeType.startsWith('text/') || /json|xml|yaml|javascript/.test(mimeType));
  const [text, setText] = useState<string>();
  useEffect(() => {
    if (!isText) return;
    void attempt(async () => setText(await (await client.call('GET', content)).text()));
  }, [content, isText, file.version]);
  if (/^image\/(png|jpeg|gif|webp|avif)$/.test(mimeType)) {
    return (
      <figure class="artifact">
        <img src={`${content}?inline=true`} alt={name} />
      </figure>
    );
  }
  if (!isText) return <p class="empty">{t('files.noPreview')}</p>;
  if (text === undefined) return <p class="empty" aria-busy="true" />;
  if (text === '') return <p class="empty">{t('files.emptyFile')}</p>;
  const shown = text.slice(0, MOST_SHOWN);
  if (mimeType.startsWith('text/markdown') || name.endsWith('.md')) {
    return (
      <div class="panel preview">
        <Markdown text={shown} />
      </div>
    );
  }
  return (
    <figure class="code preview">
      <pre ref={scrolls}>
        <code>{shown}</code>
      </pre>
    </figure>
  );
}

function Versions({ file, onChange }: { readonly file: FileFacts; onChange(): void }) {
  const at = `/api/fs/files/${file.id}/versions`;
  const { value, again } = useRead<{ readonly versions: readonly FileVersion[] }>(at);
  useEffect(() => {
    if (file.version > 1) again();
  }, [file.version, again]);
  if (value === undefined || value.versions.length < 2) return null;
  return (
    <section class="part">
      <h2>{t('files.versions')}</h2>
      <ul class="cards">
        {value.versions.map(({ version, current, size, createdAt }) => (
          <li key={version} class="card">
            <strong>{version}</strong>
            <span class="grow soft">
              {fullTime(new Date(createdAt).toISOString())} · {sizeOf(size)}
            </span>
            {current ? (
              <span class="badge">{t('files.current')}</span>
            ) : (
              <>
                <a class="button" href={`${at}/${version}/content`} download={file.name}>
                  <Icon name="download" /> {t('files.download')}
                </a>
                <button
                  type="button"
                  onClick={() =>
                    void attempt(async () => {
                      if (await sureOfSight({ path: file.path }, file.name, t('files.restore')))
                        await change('POST', `${at}/${version}/restore`);
                    }).then(onChange)
                  }
                >
                  {t('files.restore')}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
