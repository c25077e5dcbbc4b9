import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { CHECKS_FILE } from '../checks/run-checks.js';
import { ORIGINS, type Skill } from '../format/skill.js';
import { asSkillPath } from '../format/skill-path.js';

const fileSchema = z.object({ path: z.string(), size: z.int(), sha256: z.string() });

export const loadedSchema = z.object({
  name: z.string(),
  description: z.string(),
  origin: z.enum(ORIGINS),
  instructions: z.string(),
  files: z.array(fileSchema),
  hasChecks: z.boolean().describe('check_skill evaluates them'),
  compatibility: z.string().optional(),
  license: z.string().optional(),
  digest: z.string(),
  signature: z
    .object({ algorithm: z.string(), canonicalization: z.string(), signer: z.string(), value: z.string() })
    .nullable()
    .describe('Over { skill, digest, files }; null without an identity'),
});

/** A skill as whoever follows it reads it. */
export function presentSkill(skill: Skill): Omit<z.output<typeof loadedSchema>, 'signature'> {
  const { name, description, origin, body, files, compatibility, license, digest } = skill;
  return {
    name,
    description,
    origin,
    instructions: body,
    files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    hasChecks: files.some(({ path }) => path === CHECKS_FILE),
    ...(compatibility === undefined ? {} : { compatibility }),
    ...(license === undefined ? {} : { license }),
    digest,
  };
}

/** A file of a skill as text. @throws OracleError `invalid_request` for one that is none */
export function presentFile({ name, files }: Skill, text: string, bytes: Uint8Array) {
  const file = asSkillPath(text) ?? text;
  const sha256 = files.find(({ path }) => path === file)?.sha256 ?? '';
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { skill: name, file, sha256, text: content };
  } catch {
    throw new OracleError('invalid_request', {
      detail: `${file} of the skill '${name}' is no text.`,
      errors: [{ field: 'file', message: 'is no text in UTF-8' }],
    });
  }
}
