// The page's scripts take longer to run than the browser to show its first frame, so they wait for that. A tab in the
// background has no frames, and does not wait.
const LONGEST_MS = 100;

new Promise<void>((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, LONGEST_MS);
}).then(() => import('./main.js'));
