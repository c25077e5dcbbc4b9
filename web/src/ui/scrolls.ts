/** For `ref`: what scrolls by itself is reached by keyboard, or its end is seen by the mouse alone. */
export function scrolls(place: HTMLElement | null): void {
  if (place !== null) place.tabIndex = 0;
}
