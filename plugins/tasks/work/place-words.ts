import type { Place } from '../definition.js';

/** Where a result goes, in words that follow "the result goes to". */
export function placeInWords(place: Place): string {
  if (place.to === 'slack') return 'its own conversation and to the Slack channel in which it was asked for';
  if (place.to === 'matrix') return 'its own conversation and to the Matrix room in which it was asked for';
  return 'its own conversation';
}
