/** The arrows of the house: who may import whom. `npm run check` and test/arrows.slow.test.ts hold them. */
// Tests, the suites they share, and what only they are built with.
const TEST = '\\.test(-d)?\\.ts$|-suite\\.ts$|-suites/|/test-[^/]+\\.ts$';
const TESTING = '/testing/';
// What optional plugins name in their packages: `npm start` installs it where they are on.
const OF_OPTIONAL_PLUGINS =
  'node_modules/(@matrix-org/matrix-sdk-crypto-wasm|matrix-js-sdk|fake-indexeddb|@slack/(bolt|web-api)|bullmq|ioredis|croner|cronstrue)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'src/plugin is what everyone agrees on; it imports nothing else of this project.',
      severity: 'error',
      from: { path: '^src/plugin/', pathNot: TEST },
      to: { path: '^(src|plugins)/', pathNot: '^src/plugin/' },
    },
    {
      name: 'plugins-know-only-the-contract',
      comment:
        'A plugin reaches the runtime through oracle-runtime/plugin, /kit and /mcp, and nothing else of the core.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: [TEST, TESTING] },
      to: { path: '^src/', pathNot: '^src/(plugin|kit|mcp-client)/index\\.ts$' },
    },
    {
      name: 'tests-of-plugins-have-what-authors-have',
      comment:
        'What a bundled plugin is tested with, any author has: oracle-runtime/testing beside what plugins may import.',
      severity: 'error',
      from: { path: `^plugins/.*(${TEST}|${TESTING})` },
      to: { path: '^src/', pathNot: '^src/(plugin|kit|mcp-client|testing)/index\\.ts$' },
    },
    {
      name: 'plugins-do-not-know-each-other',
      comment:
        'Plugins serve each other through services: what stands in a service.ts, and the pure functions of a library.ts. plugins/index.ts lists them all.',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/', pathNot: [TEST, TESTING] },
      to: { path: '^plugins/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/(service|library)\\.ts$'] },
    },
    {
      name: 'the-sorter-has-one-door',
      comment:
        'The external sort of registries is an IdSorter to the rest; how it packs and merges is its own.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: '^plugins/sampling/registry/sorter/' },
      to: { path: '^plugins/sampling/registry/sorter/', pathNot: '/id-sorter\\.ts$' },
    },
    {
      name: 'the-list-sees-only-the-doors',
      comment: 'plugins/index.ts imports each plugin by its index.ts.',
      severity: 'error',
      from: { path: '^plugins/index\\.ts$' },
      to: { path: '^plugins/', pathNot: '^plugins/[^/]+/index\\.ts$' },
    },
    {
      name: 'the-core-knows-no-plugin',
      comment: 'Plugins are values to the core; src/shipped-app.ts alone joins the two.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/shipped-app\\.ts$', TEST, TESTING] },
      to: { path: '^plugins/' },
    },
    {
      name: 'the-kit-stands-alone',
      comment: 'src/kit is small tools for plugins and core alike; it imports nothing else of this project.',
      severity: 'error',
      from: { path: '^src/kit/', pathNot: TEST },
      to: { path: '^(src|plugins)/', pathNot: '^src/kit/' },
    },
    {
      name: 'the-mcp-client-knows-only-the-contract',
      comment: 'A library for plugins: it speaks to servers outside and knows no room of the core.',
      severity: 'error',
      from: { path: '^src/mcp-client/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: '^src/(mcp-client|plugin|kit)/' },
    },
    {
      name: 'the-client-knows-only-the-contract',
      comment:
        'A library for browsers too: it knows errors and events of the contract, and no room of the core.',
      severity: 'error',
      from: { path: '^src/client/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: '^src/(client/|plugin/(errors|events|messages)\\.ts$)' },
    },
    {
      name: 'the-planner-reads-only-the-contract',
      comment: 'The offline planner is a chat model: it knows capabilities as values, no room of the core.',
      severity: 'error',
      from: { path: '^src/planner/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: '^src/(planner|plugin|kit)/' },
    },
    {
      name: 'models-know-no-agent',
      comment: 'A chat model streams one turn; who calls it and why is not its business.',
      severity: 'error',
      from: { path: '^src/models/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: '^src/(models|planner|plugin|kit|config)' },
    },
    {
      name: 'runs-know-no-agent',
      comment: 'Runs are started, logged and ended here; what works on them is a function (RunWork).',
      severity: 'error',
      from: { path: '^src/runs/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: ['^src/(runs|plugin|kit)/', '^src/store/types\\.ts$'] },
    },
    {
      name: 'the-store-knows-only-the-contract',
      comment: 'Rows in, rows out: no type of the agent, of runs or of HTTP.',
      severity: 'error',
      from: { path: '^src/store/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: '^src/(store|plugin|kit)/' },
    },
    {
      name: 'operations-know-only-the-contract',
      comment: 'The views of an operation are made of values of the contract.',
      severity: 'error',
      from: { path: '^src/operations/', pathNot: [TEST, TESTING] },
      to: { path: '^(src|plugins)/', pathNot: '^src/(operations|plugin|kit)/' },
    },
    {
      name: 'the-agent-knows-no-door',
      comment: 'The agent works on runs; HTTP, the CLI and other doors stand around it.',
      severity: 'error',
      from: { path: '^src/agent/', pathNot: [TEST, TESTING] },
      to: { path: '^src/(http|doors|cli|auth)/' },
    },
    {
      name: 'no-test-code-in-what-ships',
      comment: 'Tests and stand-ins are for tests; src/testing is an entry point of its own.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: [TEST, TESTING] },
      to: { path: [TEST, TESTING] },
    },
    {
      name: 'no-dev-dependency-in-what-ships',
      comment:
        'What runs in production is listed under dependencies, but for what an optional plugin names in its packages. Types are gone by then.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: [TEST, TESTING] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['^node_modules/@types/', OF_OPTIONAL_PLUGINS],
      },
    },
    {
      name: 'no-cycles',
      comment:
        'Files that import each other cannot be read in any order. Cycles of types alone are harmless.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
