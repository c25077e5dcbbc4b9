import { type AnyTool, defineTool, OracleError, type ToolRuntime } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Sessions } from '../store/sessions.js';
import type { RoomMemories } from './room-memories.js';

const text = z.string().trim().min(1).max(2_000);
const id = z.string().min(1).max(64);

/** What an agent can do with the memory of the Matrix room that it is asked in. */
export function memoryTools(memories: RoomMemories, sessions: Pick<Sessions, 'placeOf'>): AnyTool[] {
  const roomOf = async ({ sessionId }: ToolRuntime) => {
    const place = await sessions.placeOf(sessionId);
    if (place !== undefined) return place;
    throw new OracleError('invalid_request', {
      detail: 'This conversation is in no Matrix room, so there is no room memory here.',
      hint: 'Ask in the room.',
    });
  };
  return [
    defineTool({
      name: 'room_memory_save',
      title: 'Remember for this room',
      description: 'Keeps something that all members of this Matrix room may be told later.',
      effect: 'write',
      additive: true,
      input: z.object({ text: text.describe('What to remember, whole and understandable by itself') }),
      run: async (input, rt) => {
        const { roomId, userId } = await roomOf(rt);
        const memory = await memories.save(roomId, input.text, userId);
        rt.undoable({ operation: 'room_memory_forget', input: { id: memory.id } });
        return { memory };
      },
    }),
    defineTool({
      name: 'room_memory_search',
      title: 'Search the memory of this room',
      description: 'What this Matrix room remembers about something, the nearest first.',
      effect: 'read',
      input: z.object({ query: text, limit: z.int().min(1).max(50).default(10) }),
      run: async ({ query, limit }, rt) => ({
        memories: await memories.search((await roomOf(rt)).roomId, query, limit),
      }),
    }),
    defineTool({
      name: 'room_memory_list',
      title: 'The memory of this room',
      description: 'All that this Matrix room remembers, the newest first, with ids.',
      effect: 'read',
      input: z.object({ limit: z.int().min(1).max(500).default(100) }),
      run: async ({ limit }, rt) => {
        const all = await memories.list((await roomOf(rt)).roomId);
        return { memories: all.slice(0, limit), total: all.length };
      },
    }),
    defineTool({
      name: 'room_memory_forget',
      title: 'Forget for this room',
      description: 'Makes this Matrix room forget one thing for good; its id is in the list.',
      effect: 'destructive',
      approval: 'always',
      input: z.object({ id }),
      describe: (input) => `Forget what this room remembers under ${input.id}`,
      run: async (input, rt) => {
        const { roomId, userId } = await roomOf(rt);
        const forgotten = await memories.forget(roomId, input.id);
        rt.undoable({ operation: 'room_memory_save', input: { text: forgotten.text } });
        return { forgotten, by: userId };
      },
    }),
  ];
}
