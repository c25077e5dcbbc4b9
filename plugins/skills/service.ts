import { defineService, type Principal } from 'oracle-runtime/plugin';
import type { Skill, SkippedSkill } from './format/skill.js';

export type { Skill, SkippedSkill };

/** The skills that a principal has: their own, the project's, the operator's and those that ship. */
export interface SkillService {
  /** Also the folders that look like skills and are none, with the reason. */
  list(
    principal: Principal,
    signal: AbortSignal,
  ): Promise<{ readonly skills: readonly Skill[]; readonly skipped: readonly SkippedSkill[] }>;
  /** A file of a skill, as its hash says. @throws OracleError `not_found`, `invalid_request` */
  file(principal: Principal, skill: string, path: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** Reads the skills that people have here. */
export const Skills = defineService<SkillService>()('skills', 'skills');
