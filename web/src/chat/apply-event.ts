import { signal } from '@preact/signals';
import type { ClientEvent } from 'oracle-runtime/client';
import { type CallView, decided, endCalls, failedHow, findCall, type Part, type Turn } from './turns.js';

/**
 * Brings an event of a run into the turn that it answers. What the turn had of the run already, from the store or from
 * before a reload, is filled anew and not shown twice: `fresh` holds what this reading has begun.
 */
export function applyEvent(turn: Turn, event: ClientEvent, fresh: Set<string>): void {
  const add = (part: Part) => {
    turn.parts.value = [...turn.parts.value, part];
  };
  switch (event.type) {
    case 'message':
    case 'reasoning': {
      const kind = event.type === 'message' ? 'text' : 'reasoning';
      const key = `${kind} ${event.messageId}`;
      const part = turn.parts.value.find((each) => each.kind === kind && each.id === event.messageId);
      const begun = fresh.has(key);
      fresh.add(key);
      if (event.type === 'reasoning' && event.replaces === true) {
        // What was taken for words was reasoning.
        turn.parts.value = turn.parts.value.filter(
          (each) => each.kind !== 'text' || each.id !== event.messageId,
        );
        fresh.delete(`text ${event.messageId}`);
      }
      if (part?.kind === kind) part.text.value = (begun ? part.text.value : '') + event.content;
      else add({ kind, id: event.messageId, text: signal(event.content) });
      return;
    }
    case 'tool_call': {
      const { type: _, eventId: __, ...call } = event;
      const part = findCall(turn, event.id);
      const view: CallView = { ...part?.call.value, ...call };
      const status = call.status === 'error' ? failedHow(view) : call.status;
      if (part === undefined)
        add({ kind: 'call', id: event.id, call: signal<CallView>({ ...view, status }) });
      else part.call.value = { ...view, status };
      return;
    }
    case 'decided': {
      const part = findCall(turn, event.id);
      if (part !== undefined) part.call.value = decided(part.call.value, event.approved);
      return;
    }
    case 'progress': {
      const part = findCall(turn, event.id);
      if (part?.call.value.status === 'running') {
        const { message, fraction } = event;
        part.call.value = {
          ...part.call.value,
          progress: { message, ...(fraction === undefined ? {} : { fraction }) },
        };
      }
      return;
    }
    case 'approval': {
      const part = findCall(turn, event.id);
      if (part === undefined) {
        const { id, tool, args } = event;
        add({ kind: 'call', id, call: signal<CallView>({ id, name: tool, args, status: 'waiting' }) });
      } else part.call.value = { ...part.call.value, status: 'waiting' };
      return;
    }
    case 'interrupted':
      for (const { id } of [...event.approvals, ...(event.calls ?? [])]) {
        const part = findCall(turn, id);
        if (part !== undefined) part.call.value = { ...part.call.value, status: 'waiting' };
      }
      return;
    case 'artifact': {
      const { type: _, eventId: __, ...artifact } = event;
      const others = turn.parts.value.filter((each) => each.kind !== 'artifact' || each.id !== event.id);
      turn.parts.value = [...others, { kind: 'artifact', id: event.id, artifact }];
      return;
    }
    case 'notice': {
      const id = event.eventId ?? event.text;
      if (!turn.parts.value.some((each) => each.id === id))
        add({ kind: 'notice', id, code: event.code, text: event.text });
      return;
    }
    case 'error': {
      const { message, hint } = event;
      endCalls(turn, 'interrupted');
      add({
        kind: 'error',
        id: event.eventId ?? 'error',
        text: message,
        ...(hint === undefined ? {} : { hint }),
      });
      return;
    }
    case 'cancelled':
      endCalls(turn, 'interrupted');
      add({ kind: 'ended', id: event.eventId ?? 'cancelled', how: 'cancelled' });
      return;
    case 'done':
      if (event.finishReason !== 'stop')
        add({ kind: 'ended', id: event.eventId ?? 'done', how: event.finishReason });
      return;
    default:
      return;
  }
}
