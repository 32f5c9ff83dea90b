/** The document of the cluster's page, in one piece: it needs nothing from elsewhere. */

const STYLE = `
:root { color-scheme: light; --canvas:#f3f5f5; --surface:#fff; --surface-2:#eaedee; --line:#e2e6e8; --line-2:#cdd3d6;
  --text:#0d1214; --text-2:#4b555c; --accent:#0a6a72; --accent-soft:#dceff0; --good:#08703f; --good-soft:#ddf1e7;
  --bad:#be2039; --bad-soft:#fbe4e7; --wait:#7a4f00; --wait-soft:#fbefd3 }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --canvas:#0a0c0e; --surface:#121518; --surface-2:#1a1e22;
  --line:#1d2226; --line-2:#2c3238; --text:#f1f4f5; --text-2:#a6afb6; --accent:#4ccbd1; --accent-soft:#0f2c30;
  --good:#35c486; --good-soft:#0f2a1f; --bad:#ff6b78; --bad-soft:#331a1e; --wait:#f4be4f; --wait-soft:#2a2110 } }
* { box-sizing: border-box }
body { margin:0; background:var(--canvas); color:var(--text); font:400 15px/22px system-ui,-apple-system,"Segoe UI",sans-serif;
  font-variant-numeric: tabular-nums }
main { max-width:1280px; margin:0 auto; padding:24px 16px 48px }
h1 { font-size:22px; line-height:28px; font-weight:600; margin:0 }
h2 { font-size:13px; line-height:18px; font-weight:550; color:var(--text-2); margin:24px 0 8px }
a { color:var(--accent) }
header { display:flex; flex-wrap:wrap; gap:4px 16px; align-items:baseline; justify-content:space-between }
.figures, .cards { display:grid; gap:12px }
.figures { grid-template-columns:repeat(auto-fit,minmax(148px,1fr)); margin-top:16px }
.cards { grid-template-columns:repeat(auto-fill,minmax(min(100%,290px),1fr)) }
.figure, .card { background:var(--surface); border:1px solid var(--line); border-radius:12px; padding:16px }
.figure b { display:block; font-size:clamp(20px,5.4vw,28px); line-height:34px; font-weight:600; white-space:nowrap }
.figure span, .small { font-size:13px; line-height:18px; color:var(--text-2) }
.card { display:flex; flex-direction:column; gap:8px }
.card > div:first-child { display:flex; align-items:center; gap:8px; min-height:24px }
.name { font-weight:600; font-size:17px; line-height:24px }
.chip { font-size:12px; line-height:16px; font-weight:500; padding:3px 8px; border-radius:999px; background:var(--surface-2);
  color:var(--text-2); margin-left:auto; white-space:nowrap }
.chip.good { background:var(--good-soft); color:var(--good) } .chip.bad { background:var(--bad-soft); color:var(--bad) }
.chip.wait { background:var(--wait-soft); color:var(--wait) }
.leases { display:flex; flex-wrap:wrap; gap:4px; min-height:22px }
.leases span { font-size:12px; line-height:16px; padding:2px 7px; border-radius:6px; background:var(--accent-soft); color:var(--accent) }
.buttons { display:flex; gap:8px; margin-top:auto; padding-top:4px }
button { flex:1; min-height:36px; padding:0 8px; border:1px solid var(--line-2); border-radius:8px; background:none;
  color:var(--text); font:550 13px/18px inherit; font-family:inherit; cursor:pointer; transition:background 90ms }
button:hover:not(:disabled) { background:var(--surface-2) } button:disabled { opacity:.4; cursor:default }
button.kill { color:var(--bad) } button:focus-visible, a:focus-visible { outline:2px solid var(--accent); outline-offset:2px }
ol { list-style:none; margin:0; padding:12px 16px; background:var(--surface); border:1px solid var(--line); border-radius:12px;
  max-height:320px; overflow:auto }
li { font-size:13px; line-height:20px; overflow-wrap:anywhere } li time { color:var(--text-2); margin-right:8px }
.intro { max-width:76ch; margin:8px 0 0; color:var(--text-2) } .intro b { font-weight:550; color:var(--text) }
#fault { color:var(--bad); min-height:22px; margin:8px 0 0 }
`;

const SCRIPT = `
const $ = (id) => document.getElementById(id);
const make = (tag, className, text) => { const e = document.createElement(tag); if (className) e.className = className;
  if (text !== undefined) e.textContent = text; return e; };
const act = async (name, what) => {
  const answer = await fetch('/act?name=' + encodeURIComponent(name) + '&do=' + what,
    { method: 'POST', headers: { 'x-tern-cluster': '1' } }).catch(() => undefined);
  $('fault').textContent = answer && answer.ok ? '' : answer ? await answer.text() : 'npm run cluster does not answer';
  await refresh();
};
const button = (id, label, title, isEnabled, press, className) => { const e = make('button', className, label); e.title = title;
  e.id = id; e.disabled = !isEnabled; e.onclick = press; return e; };
const buttons = (one, more = []) => { const row = make('div', 'buttons'); const runs = one.state !== 'ended';
  row.append(button(one.name + ' kill', 'Kill', 'SIGKILL: it is started again', runs, () => act(one.name, 'kill'), 'kill'),
    one.state === 'paused' ? button(one.name + ' stop', 'Continue', 'SIGCONT', true, () => act(one.name, 'resume'))
      : button(one.name + ' stop', 'Stop', 'SIGSTOP: it lives and does nothing', runs, () => act(one.name, 'pause')), ...more); return row; };
const card = (one, chip, lines, leases, more) => { const box = make('section', 'card'); const head = make('div');
  head.append(make('span', 'name', one.name), make('span', 'chip ' + chip[0], chip[1])); box.append(head);
  for (const line of lines) box.append(make('div', 'small', line));
  if (leases) { const list = make('div', 'leases'); for (const each of leases) list.append(make('span', '', each)); box.append(list); }
  box.append(buttons(one, more)); return box; };
const short = (leases) => {
  const engines = leases.filter((name) => name.startsWith('spot.engine.')).map((name) => name.slice(12).replace(/usdt$/, '').toUpperCase()).sort();
  const jobs = leases.filter((name) => name.startsWith('job.')).length;
  const subAccounts = leases.filter((name) => name.startsWith('spot.sub-account.')).map((name) => name.slice(17)).sort();
  const rest = leases.filter((name) => !name.startsWith('spot.') && !name.startsWith('job.'));
  return [...rest, ...(engines.length ? ['engines of ' + engines.length + ' markets: ' + engines.join(' ')] : []),
    ...(subAccounts.length ? ['exchange accounts ' + subAccounts.join(' ')] : []),
    ...(jobs ? [jobs + ' jobs'] : [])]; };
const DOES = { api: 'answers calls, serves the app', feed: 'sends prices and events to devices', engine: 'matches orders',
  jobs: 'prices, results of contracts, everything due' };
const does = (roles) => roles.length > 1 ? 'does everything, or waits to take over' : DOES[roles[0]];
const stateOf = (one) => one.state === 'ended' ? ['bad', 'ended'] : one.state === 'paused' ? ['bad', 'stopped'] : undefined;
const bytes = (n) => n === undefined ? '' : n < 1024 ? n + ' B' : n < 1048576 ? Math.round(n / 1024) + ' KB' : (n / 1048576).toFixed(1) + ' MB';
const seconds = (ms) => ms === undefined ? 'none' : (ms / 1000).toFixed(1) + ' s ago';
const figure = (value, label) => { const e = make('div', 'figure'); e.append(make('b', '', value), make('span', '', label)); return e; };
const draw = (now) => {
  const focused = document.activeElement && document.activeElement.id;
  $('app').href = now.proxyUrl; $('app').textContent = now.proxyUrl;
  const standby = now.databases.find((each) => each.role !== 'primary');
  const primary = now.databases.find((each) => each.role === 'primary');
  $('figures').replaceChildren(
    figure(now.ordersPerSecond === undefined ? '\\u2013' : String(now.ordersPerSecond), 'orders a second'),
    figure(now.instances.filter((each) => each.state === 'running').length + ' of ' + now.instances.length, 'instances run'),
    figure(primary ? primary.name : '\\u2013', 'is the primary database'),
    figure(standby && standby.lagBytes !== undefined ? bytes(standby.lagBytes) : '\\u2013', 'replication lag'),
    figure(now.nats ? now.nats.state : 'none', now.nats ? 'NATS' : 'NATS: not installed'));
  $('instances').replaceChildren(...now.instances.map((one) => card(one,
    stateOf(one) ?? (one.obstacle === undefined ? ['good', 'ready'] : ['wait', one.obstacle]),
    [does(one.roles), 'port ' + one.port + (one.pid ? ' \\u00b7 process ' + one.pid : ''),
      'heartbeat ' + seconds(one.heartbeatMs) + (one.restarts ? ' \\u00b7 started again ' + one.restarts + '\\u00d7' : '')],
    short(one.leases))));
  $('databases').replaceChildren(...now.databases.map((one) => card(one,
    stateOf(one) ?? [one.role === 'primary' || one.isSynchronous ? 'good' : 'wait', one.role + (one.isSynchronous ? ', synchronous' : '')],
    ['port ' + one.port + (one.pid ? ' \\u00b7 process ' + one.pid : ''),
      one.role === 'primary' ? 'takes writes' : one.lagBytes === undefined ? 'lag unknown' : bytes(one.lagBytes) + ' behind'], undefined,
    [button(one.name + ' promote', 'Promote', 'Ends the primary; this one takes writes', one.role === 'standby' && one.state === 'running', () => act(one.name, 'promote'))])),
    ...(now.nats ? [card(now.nats, stateOf(now.nats) ?? ['good', 'running'],
      ['NATS ' + now.nats.version + ' \\u00b7 port ' + now.nats.port, now.nats.restarts ? 'started again ' + now.nats.restarts + '\\u00d7' : 'carries requests between instances'])] : []));
  const events = now.events.toReversed();
  $('events').replaceChildren(...events.map(({ at, line, times }) => { const e = make('li'); const time = make('time', '', new Date(at).toLocaleTimeString());
    e.append(time, line + (times > 1 ? ' (' + times + '\\u00d7)' : '')); return e; }));
  if (focused && $(focused)) $(focused).focus();
};
let isBusy = false;
const refresh = async () => { if (isBusy) return; isBusy = true;
  try { draw(await (await fetch('/status')).json()); document.title = 'Tern cluster'; }
  catch { $('fault').textContent = 'npm run cluster does not answer'; }
  isBusy = false; };
// A button must not be replaced while it is pressed.
let isPressed = false;
addEventListener('pointerdown', () => { isPressed = true; }); addEventListener('pointerup', () => { setTimeout(() => { isPressed = false; }, 50); });
setInterval(() => { if (!isPressed) void refresh(); }, 500); void refresh();
`;

export const PAGE_HTML = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tern cluster</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main>
<header><h1>Tern cluster</h1><span class="small">The app: <a id="app" href="/"></a></span></header>
<p class="intro">A whole deployment on this machine. Kill or stop anything: what it did is taken over by the others within seconds, and
what was killed is started again. To see it from outside, trade in the app meanwhile, as <b>demo@tern.test</b> / <b>paper-money-1</b>.</p>
<div id="figures" class="figures"></div><p id="fault" role="alert"></p>
<h2>Instances</h2><div id="instances" class="cards"></div>
<h2>Database servers and bus</h2><div id="databases" class="cards"></div>
<h2>What happened</h2><ol id="events"></ol>
</main><script>${SCRIPT}</script></body></html>
`;
