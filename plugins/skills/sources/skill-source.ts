import type { Principal } from 'oracle-runtime/plugin';
import type { Skill, SkillOrigin, SkippedSkill } from '../format/skill.js';

/** What a place holds. */
export interface SkillShelf {
  readonly skills: readonly Skill[];
  readonly skipped: readonly SkippedSkill[];
}

/** A place where skills are. */
export interface SkillSource {
  readonly origin: SkillOrigin;
  /** What is there for this principal now. Never throws for what it may not see: then there is nothing. */
  read(principal: Principal, signal: AbortSignal): Promise<SkillShelf>;
  /** A file of a skill, checked against its hash; undefined when it is not there any more as it was. */
  file(principal: Principal, skill: Skill, path: string): Promise<Uint8Array | undefined>;
}

export const NOTHING: SkillShelf = { skills: [], skipped: [] };
