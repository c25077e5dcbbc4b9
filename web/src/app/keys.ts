import { signal } from '@preact/signals';
import { sideOpen } from './side.js';

/** Whether the palette is open. */
export const paletteOpen = signal(false);

const stoppers = new Set<() => boolean>();

/** What Esc stops, the last first; it says whether there was something to stop. */
export function onEscape(stop: () => boolean): () => void {
  stoppers.add(stop);
  return () => stoppers.delete(stop);
}

/** Keys of the whole page: F6 goes round its regions, / to the message, Esc stops, Ctrl+K opens the palette. */
export function startKeys(): () => void {
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  // A dialog takes its Esc itself, and stops nothing behind it.
  const inDialog = event.target instanceof Element && event.target.closest('dialog[open]') !== null;
  if (event.defaultPrevented || event.isComposing || (inDialog && event.key === 'Escape')) return;
  const { key } = event;
  if (key === 'F6') {
    event.preventDefault();
    nextRegion(event.shiftKey ? -1 : 1);
  } else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') {
    event.preventDefault();
    paletteOpen.value = !paletteOpen.value;
  } else if (key === '/' && !isTyping(event.target)) {
    const composer = document.getElementById('composer');
    if (composer === null) return;
    event.preventDefault();
    composer.focus();
  } else if (key === 'Escape') {
    if (sideOpen.value) sideOpen.value = false;
    else for (const stop of [...stoppers].reverse()) if (stop()) return;
  }
}

function nextRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.offsetParent !== null || getComputedStyle(region).position === 'fixed',
  );
  // A region may stand in another: the innermost is where somebody is.
  const at = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next =
    regions[at === -1 && step === -1 ? regions.length - 1 : (at + step + regions.length) % regions.length];
  if (next === undefined) return;
  // Into the talk by its last turn, from which the arrows walk; into the message by its words.
  const inside = next.querySelector<HTMLElement>('.turn:last-of-type, textarea');
  if (next.matches('.log') || next.matches('.composer')) inside?.focus();
  else if (next.matches('[tabindex]')) next.focus();
  else next.querySelector<HTMLElement>('a, button, input, textarea')?.focus();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}
