import { type Artifact, type ArtifactEvent, OracleError } from '../plugin/index.js';

const INLINE_LIMIT = 1024 * 1024;

/**
 * @param number counts the artifacts of the call, from 1
 * @throws OracleError `tool_failed` when the artifact has no one place, no words or too many bytes
 */
export function artifactEvent(artifact: Artifact, toolCallId: string, number: number): ArtifactEvent {
  const { title, mimeType, alt, path, url, bytes } = artifact;
  const places = [path, url, bytes].filter((place) => place !== undefined);
  if (places.length !== 1) throw fault(title, 'needs exactly one of path, url and bytes');
  if (title.trim() === '' || alt.trim() === '') throw fault(title, 'needs a title and an alt text');
  if (bytes !== undefined && bytes.length > INLINE_LIMIT)
    throw fault(title, `is larger than ${INLINE_LIMIT} bytes; write it to a file and give its path`);
  const size = bytes?.length ?? artifact.size;
  const place =
    bytes === undefined ? url : `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
  return {
    type: 'artifact',
    id: `${toolCallId}:${number}`,
    toolCallId,
    title,
    mimeType,
    alt,
    ...(size === undefined ? {} : { size }),
    ...(path === undefined ? {} : { path }),
    ...(place === undefined ? {} : { url: place }),
  };
}

function fault(title: string, what: string): OracleError {
  return new OracleError('tool_failed', {
    detail: `The artifact '${title}' ${what}. This is a fault of the tool.`,
  });
}
