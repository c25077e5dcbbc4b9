import { asMeant } from '../registry/alike-ids.js';

/** A project of a submission with its design, as far as it is one to be monitored. */
export interface SubmittedProject {
  readonly projectId: string;
  readonly status: 'active' | 'planned';
  readonly design?:
    | { readonly designId: string; readonly status: string; readonly drawn: boolean }
    | undefined;
}

/** What an authority would ask about the projects of a submission, in plain words. */
export function submissionWarnings(projects: readonly SubmittedProject[]): string[] {
  return [...projects.flatMap(unready), ...alike(projects.map(({ projectId }) => projectId))];
}

/** An active project is monitored: by a design that somebody approved, on units that were drawn. */
function unready({ projectId, status, design }: SubmittedProject): string[] {
  if (status !== 'active' || design === undefined) return [];
  const { designId, drawn } = design;
  const lacks = [
    ...(design.status === 'approved' ? [] : [`is ${design.status}, not approved`]),
    ...(drawn ? [] : ['has no draw']),
  ];
  return lacks.length === 0
    ? []
    : [`${projectId} is active, though its design ${designId} ${lacks.join(' and ')}.`];
}

function alike(ids: readonly string[]): string[] {
  const known = new Map<string, string>();
  return ids.flatMap((id) => {
    const meant = asMeant(id);
    const other = known.get(meant);
    known.set(meant, other ?? id);
    return other === undefined || other === id
      ? []
      : [`${id} and ${other} can be read as one project: is it listed twice?`];
  });
}
