import { render } from 'preact';
import { App } from './app/app.js';
import { startSignIn } from './app/enter.js';
import { startTheme } from './app/theme.js';
import { startWords } from './words/index.js';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the app.');
startTheme();
await startWords();
startSignIn();
root.replaceChildren();
render(<App />, root);
