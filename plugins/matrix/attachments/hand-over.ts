import type { MatrixClient } from 'matrix-js-sdk';
import { type ArtifactEvent, attachedFile, type Principal } from 'oracle-runtime/plugin';
import type { FileService } from '../../vfs/service.js';
import { relationTo, SAID_BY_ORACLE, type Target } from '../answers/content.js';
import type { Sender } from '../connection/sender.js';
import { encryptFile } from './ciphertext.js';
import { storeFile } from './media.js';

export interface HandOverDeps {
  readonly client: MatrixClient;
  readonly sender: Pick<Sender, 'send'>;
  readonly files: FileService | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a picture or file that a tool handed to the person into the room.
 * @returns words for what cannot be sent as a file: a link, or why not; undefined when it was sent
 */
export async function handOver(
  artifact: ArtifactEvent,
  principal: Principal,
  target: Target,
  deps: HandOverDeps,
): Promise<string | undefined> {
  const { client, sender, maxBytes, signal } = deps;
  if (artifact.url !== undefined && !artifact.url.startsWith('data:'))
    return `[${artifact.title}](${artifact.url})`;
  const read = await contentOf(artifact, principal, deps);
  if (read === undefined)
    return `${artifact.title} is in your files${artifact.path ? `: ${artifact.path}` : ''}.`;
  if (read.bytes.length > maxBytes)
    return `${artifact.title} is too large to be sent here (${artifact.path ?? ''}).`;
  const isSecret = (await client.getCrypto()?.isEncryptionEnabledInRoom(target.roomId)) === true;
  const info = { mimetype: artifact.mimeType, size: read.bytes.length };
  const secret = isSecret ? encryptFile(read.bytes) : undefined;
  // What lies on the server is ciphertext of a room that is encrypted, and has no type either.
  const url = await storeFile(
    client,
    secret?.bytes ?? read.bytes,
    secret === undefined ? artifact.mimeType : 'application/octet-stream',
    signal,
  );
  const isPicture = /^image\/(png|jpeg|gif|webp|svg\+xml)$/.test(artifact.mimeType);
  const content = {
    msgtype: isPicture ? 'm.image' : 'm.file',
    body: artifact.alt || artifact.title,
    filename: read.name,
    info,
    ...(secret === undefined ? { url } : { file: { ...secret.file, url } }),
    'm.mentions': {},
    [SAID_BY_ORACLE]: true,
    ...relationTo(target),
  };
  await sender.send(target.roomId, 'm.room.message', content, `file.${artifact.id}`);
  return undefined;
}

async function contentOf(
  { title, path, url, mimeType }: ArtifactEvent,
  principal: Principal,
  { files }: HandOverDeps,
): Promise<{ readonly name: string; readonly bytes: Buffer } | undefined> {
  if (url !== undefined)
    return {
      name: `${title.replace(/[^\p{L}\p{N}._ -]/gu, '_')}.${mimeType.split(/[/+]/)[1] ?? 'bin'}`,
      bytes: attachedFile([{ name: title, mimeType, url }], undefined, title).content,
    };
  if (path === undefined || files === undefined) return undefined;
  const { entry, open } = await files.read(principal, path);
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(chunk as Buffer);
  return { name: entry.name, bytes: Buffer.concat(chunks) };
}
