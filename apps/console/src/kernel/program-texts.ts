/** Texts of the programs of a deployment: what each does, has and uses. */
const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number} ${many}`;

export const programTexts = {
  programs: {
    title: 'Programs',
    sums: (programs: number) =>
      `Orders, queue and sockets are sums of ${programs} programs; answer time and refused calls are of all their calls.`,
    partial: (reporting: number, programs: number) =>
      `Orders, queue, sockets and calls are those of ${reporting} of ${programs} programs: the others do not report.`,
    states: { works: '', standby: 'standby', leaving: 'takes no work', silent: 'silent' },
    answering: 'shows you this page',
    roles: { api: 'calls', feed: 'sockets', engine: 'engines', jobs: 'jobs' },
    release: 'Release',
    since: 'Since',
    heartbeat: 'Heartbeat',
    ago: (age: string) => `${age} ago`,
    clock: 'Clock',
    clockOffset: (ms: number) =>
      ms === 0 ? 'as the database' : `${Math.abs(ms)} ms ${ms > 0 ? 'ahead' : 'behind'}`,
    has: 'Has',
    nothing: 'nothing',
    prices: 'prices',
    engines: (number: number) => count(number, 'engine', 'engines'),
    jobs: (number: number) => count(number, 'job', 'jobs'),
    epoch: (name: string, epoch: number) => `${name} (epoch ${epoch})`,
    eachEngine: 'Engines',
    eachWork: 'Other work',
    processor: 'Processor',
    ofCore: (percent: string) => `${percent}% of a core`,
    memory: 'Memory',
    blocked: 'Main thread blocked',
    ofTime: (percent: string) => `${percent}%`,
    queued: 'Engine queue',
    orders: 'Orders a second',
    calls: 'Calls a minute',
    sockets: 'Sockets',
    unmeasured: 'not measured yet',
    unreported: 'Does not report what it uses.',
    unheld: (works: string) => `No program has: ${works}.`,
    noEngine: (symbol: string) => `No program has the engine of ${symbol}.`,
    noEngines: (number: number) => `No program has the engines of ${number} markets.`,
    noWork: (name: string) => `No program does this work: ${name}.`,
    clockWrong: (name: string) => `The clock of ${name} is wrong, so it takes no work.`,
    silent: (name: string) => `${name} is silent. Others take its work.`,
  },
} as const;
