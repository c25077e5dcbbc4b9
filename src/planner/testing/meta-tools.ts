import { type MetaScope, metaTools } from '../../agent/meta-tools.js';

/** The agent's own tools, as every model call carries them. Nobody here calls them, so they need no run. */
export const META_TOOLS = metaTools({} as MetaScope).map(({ schema }) => schema);
