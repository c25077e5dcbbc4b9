import type { DrawnEntry, GoneUnits } from './drawn-entry.js';

/** What stands out in units that were measured before and are not in the registry of a draw: chance hardly leaves out those that do badly. */
export function goneMarks({ gone = [] }: Pick<DrawnEntry, 'gone'>): string[] {
  return gone.flatMap((each) => (each.byChance ? [] : [`${goneWords(each)}.`]));
}

/** The same of any that are gone, in words. */
export function goneWords({ designId, registry, units, examples, of, mean, others }: GoneUnits): string {
  const list = `${examples.join(', ')}${units > examples.length ? ', …' : ''}`;
  const all =
    registry === null
      ? ''
      : `${registry.units} of the ${registry.of} units that ${designId} drew from are not in the registry of this draw; `;
  return `${all}of ${of} units with values in analyses of ${designId} ${units} are gone from the registry (${list}): their mean is ${mean}, that of the others ${others}`;
}
