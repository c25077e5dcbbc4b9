import { describe, expect, it } from 'vitest';
import { isUndoWish } from './undo-wish.js';

describe('a wish to undo', () => {
  it.each([
    'undo',
    'Undo that.',
    'please undo the last change',
    'Take that back!',
    'could you undo it please',
    'Revert the last change',
    'roll it back',
    'Mach das rückgängig',
    'rückgängig machen',
    'Nimm das zurück, bitte',
    'Annule ça',
    'Annule la dernière modification',
    'Deshaz eso',
    'deshacer',
    'Desfaz isso',
    'desfazer',
    'Tendua',
  ])('is %j', (message) => expect(isUndoWish(message)).toBe(true));

  it.each([
    "don't undo that",
    'do not undo the last change',
    'can it be undone?',
    'what happens if I undo that?',
    'undo the move of /a.txt and delete it',
    'revert the registry to version 3',
    'oops',
    'cancel that',
    'take the sample back to 95 units',
    'take back',
    'never undo',
    'delete that',
    'reverse geocode Berlin',
    '',
    'that',
  ])('is not %j', (message) => expect(isUndoWish(message)).toBe(false));
});
