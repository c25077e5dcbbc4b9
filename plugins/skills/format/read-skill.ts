import { canonicalHash, isRecord, messageOf } from 'oracle-runtime/kit';
import { readChecks } from '../checks/run-checks.js';
import { partSkill, SkillFault } from './frontmatter.js';
import type { Skill, SkillFile, SkillOrigin } from './skill.js';

const LONGEST_NAME = 64;
const LONGEST_DESCRIPTION = 1_024;
const LONGEST_COMPATIBILITY = 500;
const USUAL_LINES = 500;
const FIELDS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

export interface SkillFolder {
  /** Name of the folder. */
  readonly folder: string;
  readonly origin: SkillOrigin;
  readonly files: readonly SkillFile[];
  /** Of SKILL.md. */
  readonly head: Uint8Array;
  /** Of its checks, where it has some. */
  readonly checks?: Uint8Array | undefined;
}

/** The skill that a folder holds, by the specification. @throws SkillFault with every fault */
export async function readSkill({ folder, origin, files, head: bytes, checks }: SkillFolder): Promise<Skill> {
  const { head, body, warnings } = await partSkill(decode(bytes));
  const { name, description, license, compatibility, metadata } = head;
  const faults = [
    ...Object.keys(head)
      .filter((key) => !FIELDS.includes(key))
      .map((key) => `its head has '${key}', which the specification does not know`),
    ...nameFaults(name, folder),
    ...textFaults('description', description, LONGEST_DESCRIPTION),
    ...(license === undefined ? [] : textFaults('license', license, LONGEST_DESCRIPTION)),
    ...(compatibility === undefined ? [] : textFaults('compatibility', compatibility, LONGEST_COMPATIBILITY)),
    ...(metadata === undefined || isPlain(metadata) ? [] : ['its metadata is no list of keys and texts']),
  ];
  if (faults.length > 0) throw new SkillFault(faults.join('; '));
  const lines = body.split('\n').length;
  return {
    name: String(name),
    description: String(description).trim(),
    origin,
    ...(license === undefined ? {} : { license: String(license) }),
    ...(compatibility === undefined ? {} : { compatibility: String(compatibility) }),
    allowedTools: toolsOf(head['allowed-tools']),
    metadata: isPlain(metadata)
      ? Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]))
      : {},
    body,
    files,
    digest: canonicalHash(files.map(({ path, size, sha256 }) => ({ path, size, sha256 }))),
    warnings: [
      ...warnings,
      ...(lines > USUAL_LINES ? [`SKILL.md has ${lines} lines; ${USUAL_LINES} are usual`] : []),
      ...checksFault(String(name), checks),
      ...(body === '' ? ['SKILL.md says nothing below its head'] : []),
    ],
  };
}

/** Why its checks cannot be made: told while the skill is listed, not only once somebody wants them. */
function checksFault(name: string, checks: Uint8Array | undefined): string[] {
  if (checks === undefined) return [];
  try {
    readChecks({ name }, checks);
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

function decode(bytes: Uint8Array): string {
  try {
    // Its byte order mark is left for who says so.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SkillFault('SKILL.md is no text in UTF-8');
  }
}

/** As `skills-ref` holds it: letters and digits of any script in lower case, single hyphens between them. */
function nameFaults(name: unknown, folder: string): string[] {
  if (typeof name !== 'string' || name === '') return ['its head has no name'];
  if (Array.from(name).length > LONGEST_NAME) return [`its name has more than ${LONGEST_NAME} characters`];
  if (!/^[\p{Ll}\p{Lo}\p{Nd}]+(?:-[\p{Ll}\p{Lo}\p{Nd}]+)*$/u.test(name.normalize('NFKC')))
    return ['its name is not lower-case letters, digits and single hyphens between them'];
  return name.normalize('NFKC') === folder.normalize('NFKC')
    ? []
    : [`its name '${name}' is not that of its folder '${folder}'`];
}

function textFaults(field: string, value: unknown, most: number): string[] {
  if (typeof value !== 'string' || value.trim() === '') return [`its ${field} is no text`];
  return Array.from(value).length > most ? [`its ${field} has more than ${most} characters`] : [];
}

function isPlain(value: unknown): value is Readonly<Record<string, string | number | boolean>> {
  return (
    isRecord(value) &&
    Object.values(value).every((each) => ['string', 'number', 'boolean'].includes(typeof each))
  );
}

function toolsOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter((tool) => tool !== '') : [];
}
