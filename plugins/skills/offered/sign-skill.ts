import { type DocumentSignature, signDocument } from 'oracle-runtime/kit';
import type { Signer } from 'oracle-runtime/plugin';
import type { Skill } from '../format/skill.js';

/** The oracle's signature that a skill has exactly these files; null without an identity. */
export type SignSkill = (skill: Skill) => Promise<DocumentSignature | null>;

export function signSkill(signer: Signer | undefined): SignSkill {
  return async ({ name, digest, files }) =>
    signer === undefined
      ? null
      : signDocument(
          { skill: name, digest, files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })) },
          signer,
        );
}
