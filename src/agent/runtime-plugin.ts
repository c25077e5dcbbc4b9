/** Owner of the runtime's own tools in events, and the entry in `loadedPlugins` that stands for `read_result`. */
export const RUNTIME_PLUGIN = 'oracle';
