import { firstSegment, firstSegmentOf } from './match-path.js';

/**
 * Groups routes by the first segment of what they match, in their order, so that a request is held against its own few
 * and not against all. Routes whose first segment is a parameter are in every group.
 * @param build makes of one group what serves it; called at once, for each group
 * @returns what serves a path
 */
export function groupRoutes<Each extends { readonly route: { readonly path: string } }, Group>(
  routes: readonly Each[],
  build: (group: readonly Each[]) => Group,
): (path: string) => Group {
  const segments = new Set(routes.map(({ route }) => firstSegmentOf(route.path)));
  const groupOf = (segment: string | undefined) =>
    build(
      routes.filter(({ route }) => {
        const own = firstSegmentOf(route.path);
        return own === undefined || own === segment;
      }),
    );
  const groups = new Map([...segments].map((segment) => [segment, groupOf(segment)]));
  const others = groupOf(undefined);
  return (path) => groups.get(firstSegment(path)) ?? others;
}
