import { Icon } from '../ui/icon.js';
import { sizeOf, t } from '../words/index.js';
import type { ArtifactView } from './turns.js';

/** Pictures that a browser draws as pictures: nothing in them runs. */
const PICTURES = /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)$/;

/** A picture or a file that a tool handed out. */
export function Artifact({ artifact }: { readonly artifact: ArtifactView }) {
  const { title, mimeType, alt, size, path, url } = artifact;
  const address = sourceOf(path, url);
  return (
    <figure class="artifact">
      {address !== undefined && PICTURES.test(mimeType) && <img src={address} alt={alt} loading="lazy" />}
      <figcaption>
        <Icon name="file" />
        {address === undefined ? (
          <span>{title}</span>
        ) : (
          <a href={address} download={title}>
            {title}
          </a>
        )}
        <span class="soft">
          {mimeType}
          {size !== undefined && ` · ${sizeOf(size)}`}
        </span>
        {path !== undefined && <span class="soft">{t('artifact.in', { path })}</span>}
      </figcaption>
    </figure>
  );
}

/** Where the bytes are: a file of the person's, or inside the event. Nothing is fetched from elsewhere. */
function sourceOf(path: string | undefined, url: string | undefined): string | undefined {
  if (path !== undefined) return `/api/fs/content?${new URLSearchParams({ path, inline: 'true' })}`;
  return url?.startsWith('data:') || (url?.startsWith('/') && !url.startsWith('//')) ? url : undefined;
}
