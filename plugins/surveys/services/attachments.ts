import { sha256Hex } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { SubmittedFile } from '../openrosa/read-parts.js';
import type { SubmittedDocument } from '../openrosa/read-submission.js';
import type { Surveys } from './surveys.js';

/**
 * Keeps the files that the answers name, and no others, in the files of the owner. One that is there already is left as it is.
 * @returns the paths of all that are kept of the submission
 * @throws OracleError `conflict` for another content under a name that is taken, and what the files refuse
 */
export async function keepAttachments(
  { files: store }: Pick<Surveys, 'files'>,
  owner: Principal,
  { formId, instanceId, answers }: SubmittedDocument,
  files: readonly SubmittedFile[],
  known: readonly string[],
): Promise<string[]> {
  const named = new Set(answers.values());
  const paths = new Set(known);
  for (const { name, mimeType, content } of files) {
    if (!named.has(name)) continue;
    const path = `/surveys/${formId}/submissions/${safeName(instanceId)}/${safeName(name)}`;
    const there = await store.stat(owner, path);
    if (there === undefined) await store.write(owner, path, content, { mimeType });
    else if (there.contentHash !== sha256Hex(content))
      throw new OracleError('conflict', {
        detail: `Another file '${name}' came with this submission before.`,
      });
    paths.add(path);
  }
  return [...paths];
}

/** A name that is one segment of a path, whatever the phone calls it. */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '_');
  return plain.slice(-100) || '_';
}
