import { z } from 'zod';
import { definePlugin, defineTool, type Tool, type ToolRuntime } from '../../plugin/index.js';

/** What the garden's tools have done. */
export interface Shed {
  isOpen: boolean;
}

/** A plugin of two tools that every door is tried with: one reads, one asks first. `water` is what the first does. */
export function gardenOf(
  shed: Shed,
  water: (beds: number, rt: ToolRuntime) => object | Promise<object> = (beds) => ({ litres: beds * 10 }),
) {
  const tools: Tool[] = [
    defineTool({
      name: 'water_beds',
      description: 'Waters the beds.',
      effect: 'read',
      input: z.object({ beds: z.int() }),
      run: ({ beds }, rt) => water(beds, rt),
    }),
    defineTool({
      name: 'unlock_shed',
      description: 'Unlocks the shed.',
      input: z.object({}),
      approval: 'always',
      describe: () => 'Unlock the shed',
      run: () => {
        shed.isOpen = true;
        return {};
      },
    }),
  ];
  return definePlugin({
    name: 'garden',
    version: '1.0.0',
    manifest: { title: 'Garden', summary: 'Waters.', whenToUse: ['Dry beds'], loading: 'always' },
    setup: () => ({ tools }),
  });
}
