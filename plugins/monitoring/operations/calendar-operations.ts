import { type AnyOperation, defineOperation, OracleError, type Principal } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { PlannedCall } from '../../tasks/service.js';
import { fetchBeacon } from '../calendar/fetch-beacon.js';
import { periodStanding, standingInWords } from '../calendar/period-standing.js';
import { NEVER, TWICE, zoneNamed } from '../clock/zone.js';
import { dayOfText, dayText } from '../logger-files/calendar.js';
import type { MonitoringService } from '../services/monitoring-service.js';
import { daysAsked } from '../services/period-days.js';
import { designId, useFields } from './fields.js';

/** Days before its end on which a period warns, and the hour of that day. */
const WARNS_BEFORE = 14;
const WARNS_AT_HOUR = 9;
/** Relays have a round a moment after its time. */
const RELAY_LAG_MS = 5_000;
/** How long a draw waits for its value. */
const WAITS_MS = 10 * 60_000;

const days = { from: useFields.from, to: useFields.to, monitoringPeriod: useFields.monitoringPeriod };

/** What a monitoring period has to have done at set times. */
export function calendarOperations(service: MonitoringService): AnyOperation[] {
  const { designs, config, clock, plans, drandUrl } = service;
  return [
    defineOperation({
      name: 'plan_monitoring_calendar',
      title: 'Plan the calendar of a monitoring period',
      description:
        'Has the awaited draw of a design made once its value is public, and the end of a monitoring period announced two weeks before.',
      effect: 'write',
      scope: 'monitoring',
      approval: 'always',
      input: z.object({ designId, ...days }),
      answer: {
        description: 'What is planned',
        schema: z.object({ planned: z.array(z.object({ what: z.string(), at: z.string() })) }),
      },
      route: {
        method: 'post',
        path: '/v1/monitoring/calendar',
        status: 201,
        errors: {
          404: 'No such design of this owner',
          409: 'Nothing of it is to come',
          503: 'This oracle has no tasks',
        },
      },
      describe: ({ designId: id }) => `Plan the monitoring calendar of ${id}`,
      foresee: async (asked, { principal }) =>
        `Plan: ${(await due(asked, principal)).map(({ instruction, at }) => `${instruction}, ${iso(at)}`).join('; ')}`,
      run: async (asked, caller) => {
        const calls = await due(asked, caller.principal);
        if (plans === undefined)
          throw new OracleError('unavailable', {
            detail: 'This oracle does nothing at set times: the plugin tasks is off.',
            hint: 'Set REDIS_URL.',
          });
        await plans.plan(caller, calls);
        return { planned: calls.map(({ instruction, at }) => ({ what: instruction, at: iso(at) })) };
      },
      summary: ({ planned }) => `Planned: ${planned.map(({ what, at }) => `${what}, ${at}`).join('; ')}.`,
      undo: () => ({ whyNot: 'each is a task, which is cancelled by itself' }),
    }),
    defineOperation({
      name: 'make_awaited_draw',
      title: 'Make the awaited draw',
      description:
        'Fetches the public value that the next draw of a design waits for, checks it, and draws. The same draw when it was made already.',
      effect: 'write',
      additive: true,
      scope: 'monitoring',
      input: z.object({
        designId,
        commitmentId: z
          .string()
          .regex(/^commitment-[A-Za-z0-9-]{1,60}$/)
          .optional()
          .describe('Default the open one'),
      }),
      answer: { description: 'The draw' },
      tool: { timeoutMs: WAITS_MS + 60_000 },
      route: {
        method: 'post',
        path: '/v1/monitoring/draws',
        status: 201,
        errors: {
          404: 'No such design of this owner',
          409: 'Nothing is committed, or its value is to come',
          503: 'No value could be fetched',
        },
      },
      describe: ({ designId: id }) => `Draw the sample of ${id} as committed`,
      run: async ({ designId: id, commitmentId }, { principal, signal, via }) => {
        const open = await designs.openCommitment(principal, id);
        // One that was used needs no value: its draw is there.
        if (commitmentId !== undefined && open?.commitmentId !== commitmentId)
          return designs.drawCommitted(principal, commitmentId, '', signal);
        const drand = open?.drand;
        if (open === undefined || drand === undefined) throw nothingOpen(id, open?.commitmentId);
        if (drand.publicAt > clock.now()) throw tooEarly(drand);
        const giveUpAt = performance.now() + (via === 'agent' ? WAITS_MS : 20_000);
        const signature = await fetchBeacon(drandUrl, drand, { signal, giveUpAt });
        return designs.drawCommitted(principal, open.commitmentId, signature, signal);
      },
      forModel: ({ selectionId, registryId, record }) => {
        const units = record.strata.reduce((sum, { selected }) => sum + selected.length, 0);
        return {
          summary: `Drew ${units} units of ${registryId} for ${record.designId}: ${selectionId}, seed ${record.seed.text}.`,
          selectionId,
          registryId,
          designId: record.designId,
          units,
          seed: record.seed.text,
        };
      },
      undo: () => ({ whyNot: 'a draw stays in the trail of its design' }),
    }),
    defineOperation({
      name: 'check_monitoring_period',
      title: 'Say how a monitoring period stands',
      description:
        'How many days a monitoring period of a design has left, and how many valid values it has of those needed.',
      effect: 'read',
      scope: 'monitoring',
      input: z.object({ designId, ...days }),
      answer: { description: 'How it stands' },
      route: {
        method: 'get',
        path: '/v1/monitoring/period',
        errors: { 404: 'No such design of this owner' },
      },
      run: async ({ designId: id, ...asked }, { principal }) => {
        const { from, to } = await period(asked);
        return periodStanding(designs, principal, { designId: id, from, to }, today());
      },
      summary: standingInWords,
    }),
  ];

  async function due(
    { designId: id, ...asked }: { readonly designId: string } & Parameters<typeof daysAsked>[0],
    principal: Principal,
  ): Promise<PlannedCall[]> {
    const calls: PlannedCall[] = [];
    const open = await designs.openCommitment(principal, id);
    if (open?.drand !== undefined)
      calls.push({
        key: `draw ${open.commitmentId}`,
        title: `Draw for ${id}`,
        instruction: `Draw the sample of ${id} by the drand round ${open.drand.round}`,
        at: open.drand.publicAt + RELAY_LAG_MS,
        capability: 'monitoring-calendar',
        tool: 'make_awaited_draw',
        args: { designId: id, commitmentId: open.commitmentId },
      });
    if ((asked.from ?? asked.to ?? asked.monitoringPeriod) !== undefined) {
      const { from, to } = await period(asked);
      if (to < today()) throw over(to);
      calls.push({
        key: `end ${id} ${from} ${to}`,
        title: `End of the period ${from} to ${to} of ${id}`,
        instruction: `Say how the monitoring period ${from} to ${to} of ${id} stands before it ends`,
        at: Math.max(warnsAt(to), clock.now()),
        capability: 'monitoring-calendar',
        tool: 'check_monitoring_period',
        args: { designId: id, from, to },
      });
    }
    if (calls.length === 0) throw nothingToCome(id);
    return calls;
  }

  async function period(asked: Parameters<typeof daysAsked>[0]) {
    const found = await daysAsked(asked);
    if (found === undefined)
      throw new OracleError('invalid_request', {
        detail: 'Which period? Give from and to, or a monitoringPeriod such as 2024-Q1.',
        errors: [{ field: 'monitoringPeriod', message: 'is needed, or from and to' }],
      });
    return { from: dayText(found.first), to: dayText(found.last) };
  }

  function today(): string {
    return dayText(zoneNamed(config.timeZone).dayOf(Math.floor(clock.now() / 1000)));
  }

  /** In the morning, two weeks before the last day. */
  function warnsAt(to: string): number {
    const zone = zoneNamed(config.timeZone);
    const day = (dayOfText(to) ?? 0) - WARNS_BEFORE;
    const at = zone.instantOf(day * 86_400 + WARNS_AT_HOUR * 3_600);
    return (at === TWICE || at === NEVER ? zone.midnight(day) : at) * 1000;
  }
}

const iso = (at: number) => new Date(at).toISOString();

function nothingOpen(id: string, commitmentId: string | undefined): OracleError {
  return new OracleError('conflict', {
    detail:
      commitmentId === undefined
        ? `The next draw of ${id} is committed to nothing.`
        : `${commitmentId} waits for the value of an authority, not for a drand round.`,
    hint: 'Commit the draw to a round of drand first; the value of an authority has to be typed.',
    errors: [{ field: 'designId', message: 'has no commitment to a drand round that is open' }],
  });
}

function tooEarly({ round, publicAt }: { readonly round: number; readonly publicAt: number }): OracleError {
  return new OracleError('conflict', {
    detail: `The drand round ${round} is public from ${iso(publicAt)} on.`,
    hint: 'Plan the monitoring calendar of the design: the draw is made then.',
    errors: [{ field: 'designId', message: `its value is public from ${iso(publicAt)} on` }],
  });
}

function over(to: string): OracleError {
  return new OracleError('conflict', {
    detail: `The period is over since ${to}.`,
    errors: [{ field: 'to', message: 'is past' }],
  });
}

function nothingToCome(id: string): OracleError {
  return new OracleError('conflict', {
    detail: `Nothing of ${id} is to come: no draw is committed to a round of drand, and no period is named.`,
    hint: 'Name a period such as 2026-Q4, or commit the draw to a round of drand.',
    errors: [{ field: 'monitoringPeriod', message: 'is needed' }],
  });
}
