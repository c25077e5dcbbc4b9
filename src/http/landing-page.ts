import type { OracleInfo } from '../plugin/index.js';
import { type Html, html, renderPage } from './page-shell.js';

const STYLE = `
header{border-bottom:1px solid var(--line);padding-bottom:1.4rem}
.links{display:flex;flex-wrap:wrap;gap:.5rem 1.4rem;margin-top:1rem}
#login{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--soft);border-radius:8px;padding:.7rem 1rem;margin:1.6rem 0 0}
#login.in{border-left-color:var(--good)}
#login.out{border-left-color:var(--bad)}
button{font:inherit;color:var(--accent);background:none;border:1px solid var(--line);border-radius:6px;padding:.15rem .7rem;margin-left:.6rem;cursor:pointer}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.6rem 0;font-size:.93rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
`;

/**
 * Redeems `#login=<code>`, which a browser never sends to a server by itself, takes it out of the address, and
 * shows who is signed in. Whoever would become somebody else by it is asked first.
 */
const SCRIPT = `
const box=document.getElementById('login'),say=(text,kind)=>{box.hidden=false;box.className=kind;box.textContent=text};
const words=async response=>{try{const p=await response.json();return p.detail+(p.hint?' '+p.hint:'')}catch{return 'The oracle answered '+response.status+'.'}};
const show=did=>{say('Signed in as '+did+'.','in');const out=document.createElement('button');out.textContent='Sign out';out.onclick=async()=>{await fetch('/auth/session',{method:'DELETE'});say('Signed out. "oracle login" prints a fresh link.','')};box.append(out)};
const run=async()=>{const code=/^#login=(.+)$/.exec(location.hash)?.[1];
if(code){history.replaceState(null,'',location.pathname);
const post=path=>fetch(path,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({code:decodeURIComponent(code)})});
const here=await fetch('/auth/session');
if(here.ok){const now=await here.json(),link=await post('/auth/session/whose');
if(!link.ok)return say('Signed in as '+now.did+'; the link did not hold: '+await words(link),'out');
const then=await link.json();
if(then.did!==now.did&&!confirm('You are signed in as '+now.name+'. Sign in as '+then.name+' instead?'))return show(now.did)}
const response=await post('/auth/session');
if(!response.ok)return say('Not signed in: '+await words(response),'out');
return show((await response.json()).did)}
const response=await fetch('/auth/session');
if(response.ok)show((await response.json()).did);else say('Not signed in. "oracle login" prints a link that signs this browser in.','')};
const start=()=>run().catch(()=>say('The oracle could not be reached.','out'));
addEventListener('hashchange',()=>{if(location.hash.startsWith('#login='))start()});
start();
`;

const CHAT = `KEY=$(npx oracle keys create --name me --scope chat)
SESSION=$(curl -s -X POST "$ORACLE/sessions" -H "Authorization: Bearer $KEY" \\
  | sed 's/.*"sessionId":"\\([^"]*\\)".*/\\1/')
curl -N "$ORACLE/messages/$SESSION" \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"message":"What can you do?","stream":true}'`;

/** What `/` says to a program. */
export function describeOracle(oracle: OracleInfo) {
  return {
    name: oracle.name,
    description: oracle.description,
    version: oracle.version,
    did: oracle.did ?? null,
    network: oracle.network,
    links: {
      docs: '/docs',
      openapi: '/openapi.json',
      health: '/health',
      plugins: '/health/plugins',
      sessions: '/sessions',
    },
  };
}

/** Who the oracle is, and commands that work as they stand: `origin` is where the reader reached it. */
export function landingBody(oracle: OracleInfo, origin: string): Html {
  return html`<main>
<header>
<h1>${oracle.name}</h1>
<p>${oracle.description}</p>
<p class="links"><a href="/docs">API</a><a href="/openapi.json">openapi.json</a><a href="/health/plugins">Plugins</a></p>
</header>
<p id="login" role="status" hidden></p>
<h2>Chat in the terminal</h2>
<pre><code>npx oracle --chat</code></pre>
<h2>Chat over HTTP</h2>
<pre><code>ORACLE=${origin}
${CHAT}</code></pre>
<p class="soft">The answer is a stream of server-sent events; without <code>"stream": true</code> it is one JSON document.</p>
<h2>This oracle</h2>
<dl>
<dt>Runtime</dt><dd>v${oracle.version}</dd>
<dt>Network</dt><dd>${oracle.network}</dd>
<dt>Identity</dt><dd>${oracle.did ?? 'none: requests that need a credential are refused'}</dd>
</dl>
</main>`;
}

/** What `/` shows to a person where the page was not built. */
export function renderLandingPage(oracle: OracleInfo, origin: string) {
  return renderPage({
    title: oracle.name,
    body: landingBody(oracle, origin),
    style: STYLE,
    script: SCRIPT,
  });
}
