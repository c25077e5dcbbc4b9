import { OracleError } from 'oracle-runtime/plugin';
import { parseSeed } from '../selection/seed.js';
import { drawTickets, type Ticket } from '../selection/ticket-draw.js';
import type { ProjectStatus, SubmissionDocument } from './submission-document.js';

/** What an authority reports about its random selection of projects. */
export interface AuthorityDrawRequest {
  /** Who drew, such as a DID or a name. */
  readonly authority: string;
  /** Where the draw can be found again, such as a letter's number. */
  readonly reference: string;
  /** Which projects were in the urn; default all. */
  readonly from?: ProjectStatus | 'all' | undefined;
  /** The authority's random value; with it anybody can recompute the draw. */
  readonly seed?: string | number | undefined;
  /** How many projects were drawn by the seed. */
  readonly count?: number | undefined;
  /** The projects that the authority named. */
  readonly selected?: readonly string[] | undefined;
}

/** A recorded draw. `reproducible`: recomputed from a seed, which stands as it was entered. `reported`: drawn by the authority's own means. */
export interface AuthorityDraw {
  readonly trust: 'reproducible' | 'reported';
  readonly algorithm: 'sha256-ticket-v1' | 'external';
  readonly authority: string;
  readonly reference: string;
  readonly from: ProjectStatus | 'all';
  readonly seed: string | null;
  readonly projectListSha256: string;
  readonly candidates: number;
  /** In the order of the draw. */
  readonly selected: readonly (Ticket | { readonly id: string })[];
  /** How an outsider checks one project. */
  readonly check: string;
  readonly recordedAt: string;
}

/**
 * Records the external random selection of projects. With a seed the draw is recomputed by `sha256-ticket-v1` over
 * the submitted list; projects that the authority named must then be exactly those.
 * @throws OracleError `invalid_request` (neither seed nor list, too many), `conflict` (the named projects are not in
 * the list, or not what the seed gives: the first difference is named)
 */
export function recordAuthorityDraw(
  document: SubmissionDocument,
  request: AuthorityDrawRequest,
  recordedAt: string,
): AuthorityDraw {
  const from = request.from ?? 'all';
  const candidates = document.projects
    .filter(({ status }) => from === 'all' || status === from)
    .map(({ projectId }) => projectId);
  const shared = {
    authority: request.authority,
    reference: request.reference,
    from,
    projectListSha256: document.projectListSha256,
    candidates: candidates.length,
    recordedAt,
  };
  const named = request.selected;
  if (named !== undefined) checkNamed(named, new Set(candidates), from);
  if (request.seed === undefined) {
    if (named === undefined || named.length === 0)
      invalid('seed', 'give the seed of the draw, or the list of selected projects.');
    return {
      ...shared,
      trust: 'reported',
      algorithm: 'external',
      seed: null,
      selected: named.map((id) => ({ id })),
      check: 'Ask the authority: its draw was not recomputed here.',
    };
  }
  const seed = parseSeed(request.seed).text;
  const count = request.count ?? named?.length;
  if (count === undefined) invalid('count', 'say how many projects were drawn.');
  if (count > candidates.length)
    invalid(
      'count',
      `${count} cannot be drawn: the list has ${candidates.length} ${from === 'all' ? '' : `${from} `}projects.`,
    );
  const selected = drawTickets(candidates, seed, count);
  if (named !== undefined) compareNamed(named, selected);
  return {
    ...shared,
    trust: 'reproducible',
    algorithm: 'sha256-ticket-v1',
    seed,
    selected,
    check: `printf '%s' '${seed}:<projectId>' | sha256sum gives each ticket; the ${count} smallest of the list are selected.`,
  };
}

function checkNamed(named: readonly string[], candidates: ReadonlySet<string>, from: string): void {
  const unknown = named.filter((id) => !candidates.has(id));
  const repeated = named.filter((id, index) => named.indexOf(id) !== index);
  const errors = [
    ...unknown.map((id) => ({
      field: 'selected',
      message: `'${id}' is not among the submitted ${from} projects.`,
    })),
    ...repeated.map((id) => ({ field: 'selected', message: `'${id}' is named twice.` })),
  ];
  if (errors.length > 0)
    throw new OracleError('conflict', {
      detail: 'The selected projects do not fit the submitted list.',
      errors,
    });
}

function compareNamed(named: readonly string[], drawn: readonly Ticket[]): void {
  const given = new Set(named);
  const expected = new Set(drawn.map(({ id }) => id));
  const missing = drawn.find(({ id }) => !given.has(id))?.id;
  const extra = named.find((id) => !expected.has(id));
  if (missing === undefined && extra === undefined && named.length === drawn.length) return;
  throw new OracleError('conflict', {
    detail: `The seed gives another selection${missing === undefined ? '' : `: '${missing}' was drawn`}${extra === undefined ? '' : `${missing === undefined ? ':' : ','} '${extra}' was not`}.`,
    errors: [{ field: 'selected', message: 'differs from what the seed gives' }],
  });
}

function invalid(field: string, message: string): never {
  throw new OracleError('invalid_request', { detail: `${field}: ${message}`, errors: [{ field, message }] });
}
