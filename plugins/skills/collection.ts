import { Lru, nearestName } from 'oracle-runtime/kit';
import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { Skill, SkippedSkill } from './format/skill.js';
import { asSkillPath } from './format/skill-path.js';
import type { SkillShelf, SkillSource } from './sources/skill-source.js';

/** People whose skills are kept in mind. */
const REMEMBERED = 1_000;

/**
 * The skills that somebody has: their own, the project's, the operator's and those that ship. Of one name the first of these counts;
 * the others are listed as hidden.
 */
export class SkillCollection {
  readonly #sources: readonly SkillSource[];
  /** What was last read for a principal, for lists that cannot wait. */
  readonly #lately = new Lru<SkillShelf>(REMEMBERED);
  #common: SkillShelf = { skills: [], skipped: [] };

  /** @param sources the first counts most */
  constructor(sources: readonly SkillSource[]) {
    this.#sources = sources;
  }

  async read(principal: Principal, signal: AbortSignal): Promise<SkillShelf> {
    const shelves = await Promise.all(this.#sources.map((source) => source.read(principal, signal)));
    const joined = join(shelves);
    this.#lately.set(keyOf(principal), joined);
    this.#common = join(shelves.filter((_, at) => this.#sources[at]?.origin !== 'own'));
    return joined;
  }

  /** As {@link read} was last answered: what everybody has, for whom it never was. */
  lately(principal: Principal): SkillShelf {
    return this.#lately.get(keyOf(principal)) ?? this.#common;
  }

  /** @throws OracleError `not_found`, with the reason for one that was skipped */
  async get(principal: Principal, name: string, signal: AbortSignal): Promise<Skill> {
    const { skills, skipped } = await this.read(principal, signal);
    const skill = skills.find((each) => each.name === name);
    if (skill !== undefined) return skill;
    const reason = skipped.find((each) => each.name === name)?.reason;
    const near = nearestName(
      name,
      skills.map((each) => each.name),
    );
    throw new OracleError('not_found', {
      detail:
        reason === undefined
          ? `There is no skill '${name}'.`
          : `The skill '${name}' cannot be loaded: ${reason}.`,
      hint: near === undefined ? 'list_skills tells which there are.' : `Did you mean '${near}'?`,
    });
  }

  /** @throws OracleError `not_found`, `invalid_request` for what is no path within a skill */
  async file(principal: Principal, skill: Skill, text: string): Promise<Uint8Array> {
    const path = asSkillPath(text);
    if (path === undefined)
      throw new OracleError('invalid_request', {
        detail: `'${text}' is no path within a skill.`,
        hint: 'Paths look like references/guide.md.',
        errors: [{ field: 'file', message: 'must be a path within the skill, without . and ..' }],
      });
    const source = this.#sources.find(({ origin }) => origin === skill.origin);
    const bytes = await source?.file(principal, skill, path);
    if (bytes !== undefined) return bytes;
    throw new OracleError('not_found', {
      detail: `The skill '${skill.name}' has no file ${path}.`,
      hint: `It has ${skill.files.map((file) => file.path).join(', ')}.`,
    });
  }
}

function join(shelves: readonly SkillShelf[]): SkillShelf {
  const skills = new Map<string, Skill>();
  const skipped: SkippedSkill[] = shelves.flatMap((shelf) => [...shelf.skipped]);
  for (const skill of shelves.flatMap((shelf) => [...shelf.skills])) {
    const first = skills.get(skill.name);
    if (first === undefined) skills.set(skill.name, skill);
    else
      skipped.push({
        name: skill.name,
        origin: skill.origin,
        reason: `is hidden by the ${first.origin === 'own' ? 'own' : `${first.origin}'s`} skill of the same name`,
      });
  }
  return { skills: [...skills.values()], skipped };
}

/** Two credentials of one DID may see different things. */
function keyOf({ id, did, scopes }: Principal): string {
  return JSON.stringify([id, did, [...scopes].sort()]);
}
