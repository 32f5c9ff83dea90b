/** The files of deploy/ and the handbook agree with the server: paths, settings, ports, users. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FAULTY_SETTING } from '../apps/server/src/app/start-checks.ts';
import { readConfig, settingSections } from '../apps/server/src/config/config.ts';
import { APP_ROLE } from '../apps/server/src/platform/database/embedded/provision.ts';
import { sourceFiles, sourceText, treeRoot } from './arch/source-files.ts';

const image = sourceText('deploy/Dockerfile');
const compose = sourceText('deploy/compose.yaml');
const single = parse(compose, { merge: true }) as ManyInstances;
const many = parse(sourceText('deploy/compose.many.yaml'), { merge: true }) as ManyInstances;
const unit = sourceText('deploy/tern.service');
const handbook = sourceText('docs/handbook.md');
const severalInstances = sourceText('docs/several-instances.md');
const runbooks = sourceFiles()
  .filter((path) => path.startsWith('docs/runbooks/'))
  .map(sourceText)
  .join('\n');
/** All that operators follow. */
const instructions = [handbook, severalInstances, runbooks].join('\n');
const settings = Object.values(settingSections).flatMap((section) => Object.keys(section));

interface ComposeService {
  readonly build?: unknown;
  readonly image: string;
  readonly pull_policy?: string;
  readonly mem_limit?: string;
  readonly profiles?: readonly string[];
  readonly environment: Readonly<Record<string, string | number>>;
  readonly volumes: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period: string;
  readonly restart?: string;
  readonly logging?: { readonly driver: string };
  readonly ports?: readonly string[];
  readonly network_mode?: string;
  readonly networks?: { readonly default: { readonly ipv4_address: string } };
  readonly depends_on: Readonly<Record<string, unknown>>;
}
interface ManyInstances {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: object;
  readonly networks: { readonly default: { ipam: { config: { subnet: string }[] } } };
}

/** What divides the work between instances. */
const DIVIDING = ['ROLES', 'NATS_URL'];

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);
const one = (text: string, pattern: RegExp): string => {
  const [first = '', ...more] = found(text, pattern);
  expect(more, String(pattern)).toEqual([]);
  return first;
};

const addressOf = (service: ComposeService | undefined): string =>
  service?.networks?.default.ipv4_address ?? '';

/** Made from the sources by the build, or by npm. */
const isMade = (path: string): boolean => {
  const [, app = ''] = /^apps\/([^/]+)\/dist$/u.exec(path) ?? [];
  if (app !== '') return existsSync(join(treeRoot, 'apps', app, 'src'));
  return path.split('/').at(-1) === 'node_modules';
};

const pathsOf = (text: string): string[] => found(text, /\/app\/(\S+) \S+$/gmu);

/** A pattern of .dockerignore: `*` within a name, `**` across folders. */
const ignoredBy = (pattern: string): RegExp => {
  const body = pattern
    .replaceAll('.', '[.]')
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${body}(?:/|$)`, 'u');
};

const isIgnored = (path: string): boolean =>
  sourceText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .some((pattern) => ignoredBy(pattern).test(path));

describe('the image', () => {
  test('copies only what exists or is built', () => {
    const copied = pathsOf(image);
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((path) => !existsSync(join(treeRoot, path)) && !isMade(path))).toEqual([]);
  });

  test('gets every source that the build reads, and no secret', () => {
    const needed = sourceFiles().filter((path) =>
      /^(?:(?:apps|packages)\/[^/]+\/(?:src|build|public|migrations)\/|tools\/[^/]+$|(?:[^/]+\/){0,2}package[^/]*[.]json$|[.]npmrc$)/u.test(
        path,
      ),
    );
    expect(needed.length).toBeGreaterThan(1_000);
    expect(needed.filter(isIgnored)).toEqual([]);
    const secrets = ['deploy/tern.env', 'deploy/.env', 'data/secrets.key', 'keys/hot.key'];
    expect(secrets.filter((path) => !isIgnored(path))).toEqual([]);
  });

  test('runs without the rights of root and is healthy when it is ready', () => {
    const last = image.slice(image.lastIndexOf('\nFROM '));
    expect(one(last, /^USER (\S+)$/gmu)).toBe('node');
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('\nCMD '));
    expect(one(last, /^HEALTHCHECK (.+)$/gmu)).toContain('/readyz');
    expect(one(last, /^VOLUME (.+)$/gmu)).toBe(one(last, /DATA_DIR=(\S+)/gu));
  });
});

describe('the compose file', () => {
  test('has at most 100 lines, a read-only instance and one writable volume for it', () => {
    expect(compose.split('\n').length).toBeLessThanOrEqual(100);
    const app = compose.slice(compose.indexOf('  app:'), compose.indexOf('  database:'));
    expect(app).toContain('read_only: true');
    expect(found(app, /^ +- (\w+:\/\S+)$/gmu)).toEqual(['data:/data']);
    expect(one(app, /DATA_DIR: (\S+)/gu)).toBe('/data');
  });

  test('mounts files that exist, and trusts its own network', () => {
    const mounted = found(compose, /^ +- [.]\/([^:]+):/gmu);
    expect(mounted.length).toBeGreaterThan(1);
    expect(mounted.filter((name) => !existsSync(join(treeRoot, 'deploy', name)))).toEqual([]);
    expect(one(compose, /TRUSTED_PROXY: (\S+)/gu)).toBe(one(compose, /subnet: (\S+)/gu));
  });
});

describe('the compose file of several instances', () => {
  const { services, volumes, networks } = many;
  const all = Object.values(services).filter(({ image: of }) => of === 'tern');
  const instances = all.filter(({ profiles }) => profiles === undefined);
  const databases = Object.entries(services).filter(([name]) => name.startsWith('database'));

  test('runs two of each role, which do everything together', () => {
    const roles = instances.map(({ environment }) => String(environment['ROLES'])).toSorted();
    expect(roles).toEqual(['api,feed', 'api,feed', 'engine', 'engine', 'jobs', 'jobs']);
  });

  test('gives each instance the same data, database and bus, and no rights', () => {
    const [first] = instances;
    for (const instance of all) {
      const { environment, volumes: mounted } = instance;
      expect({ ...environment, ROLES: '' }).toEqual({ ...first?.environment, ROLES: '' });
      expect(mounted).toEqual([`data:${environment['DATA_DIR']}`]);
      expect(instance).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(Number.parseInt(instance.stop_grace_period, 10)).toBeGreaterThan(75);
      expect(Object.keys(instance.depends_on)).toEqual([
        ...databases.map(([name]) => name),
        'nats',
      ]);
      const known = [...settings, ...DIVIDING];
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    }
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
      const hosts = databases.map(([host]) => `${host}:5432`).join(',');
      expect(first?.environment[name]).toContain(`@${hosts}/tern`);
    }
    expect(first?.environment['TRUSTED_PROXY']).toBe(networks.default.ipam.config[0]?.subnet);
  });

  test('mounts files and volumes that exist', () => {
    const sources = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((mounted) => mounted.split(':')[0] ?? ''),
    );
    const isThere = (source: string) =>
      source.startsWith('./') ? existsSync(join(treeRoot, 'deploy', source)) : source in volumes;
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((source) => !isThere(source))).toEqual([]);
  });

  test('has two databases that can take the place of each other', () => {
    expect(databases.map(([name]) => name)).toEqual(['database-1', 'database-2']);
    for (const [name, { environment, volumes: mounted, entrypoint }] of databases) {
      expect(environment).toEqual({ ...databases[0]?.[1].environment, TERN_DATABASE: name });
      expect(mounted.slice(1)).toEqual(databases[0]?.[1].volumes.slice(1));
      // What a copy is moved from is beside the data, in the same volume.
      const [volume, folder] = mounted[0]?.split(':') ?? [];
      expect(volume).toBe(name);
      expect(environment['PGDATA']).toMatch(new RegExp(`^${folder}/\\w+$`, 'u'));
      expect(mounted).toContain(`./start-database.sh:${entrypoint?.[1]}:ro`);
      expect(environment['TERN_SYNCHRONOUS']).toContain(`"${name}"`);
    }
    expect(databases[0]?.[1].environment['TERN_PRIMARY']).toBe('${TERN_PRIMARY:-database-1}');
    const login = one(sourceText('deploy/standby-login.sh'), /create role (\S+) login/gu);
    expect(sourceText('deploy/start-database.sh')).toContain(`--username=${login} `);
  });

  test('puts both in front under the names and the port that they have', () => {
    const upstreams = one(sourceText('deploy/Caddyfile.many'), /reverse_proxy (.+) \{$/gmu);
    const fronts = instances.filter(({ environment }) => `${environment['ROLES']}`.includes('api'));
    expect(upstreams.split(' ')).toEqual(
      fronts.map((front) => `${addressOf(front)}:${front.environment['PORT']}`),
    );
  });

  test('asks for the passwords that its page draws', () => {
    const text = sourceText('deploy/compose.many.yaml');
    const needed = new Set(found(text, /\$\{([A-Z_]+):\?\}/gu));
    const [line = ''] = /^printf .*> [.]env$/mu.exec(severalInstances) ?? [];
    const drawn = found(line, /(TERN_[A-Z_]+)=/gu);
    expect([...needed].toSorted()).toEqual(drawn.toSorted());
  });
});

describe('both compose files', () => {
  const services = [single, many].flatMap((file) => Object.entries(file.services));

  test('start each service again after a restart of the machine, and keep its log small', () => {
    expect(services.length).toBeGreaterThan(10);
    for (const [name, { restart, logging }] of services) {
      expect({ name, restart, logging }).toEqual({
        name,
        restart: 'unless-stopped',
        logging: { driver: 'local' },
      });
    }
  });

  test('run images of exact versions, which a digest can pin, within a limit of memory', () => {
    for (const [name, { image: of, mem_limit }] of services) {
      expect({ name, mem_limit }).toEqual({ name, mem_limit: expect.stringMatching(/^\d+[mg]$/u) });
      if (of !== 'tern')
        expect(of).toMatch(/^[a-z]+:\d+[.]\d+([.]\d+)?(-\w+)?\$\{TERN_\w+_DIGEST-\}$/u);
    }
    for (const from of found(image, /^FROM (\S+)/gmu))
      expect(from).toMatch(/^node:\d+[.]\d+[.]\d+-/u);
    for (const pinned of found(handbook, /\$\(digest ([^)]+)\)/gu))
      expect(compose).toContain(pinned);
  });

  test('let a Prometheus read the metrics without a port for everyone', () => {
    const instances = services.filter(([, { image: of }]) => of === 'tern');
    for (const [, { environment }] of instances) {
      expect(environment).toMatchObject({ METRICS_PORT: 9464, METRICS_HOST: '0.0.0.0' });
    }
    expect(handbook).toContain(`${addressOf(single.services['app'])}:9464`);
  });

  test('put the proxy alone on the network of the machine, and leave it when an instance is replaced', () => {
    const open = services.filter(([, { ports, network_mode }]) => ports ?? network_mode);
    expect(open.map(([name]) => name)).toEqual(['proxy', 'proxy']);
    for (const [, { ports, network_mode, depends_on }] of open) {
      expect({ ports, network_mode }).toEqual({ ports: undefined, network_mode: 'host' });
      // Compose replaces what depends on a service that it replaces.
      expect(depends_on).toBeUndefined();
    }
    expect(compose).toContain(`TERN_UPSTREAM: ${addressOf(single.services['app'])}:`);
  });

  test('have an instance for single commands, which needs no address of a running one', () => {
    const run = found(instructions, /docker compose run --rm (?:-T )?(?:--no-deps )?(?!-)(\S+) /gu);
    expect([...new Set(run)]).toEqual(['tool']);
    for (const { services: of } of [single, many]) {
      expect(addressOf(of['tool'])).toBe('');
      expect(of['tool']?.profiles).toEqual(['tool']);
    }
  });

  test('build the image of all instances once, and never pull one of that name', () => {
    for (const { services: of } of [single, many]) {
      const instances = Object.values(of).filter(({ image: name }) => name === 'tern');
      const built = instances.filter(({ build, profiles }) => build && !profiles);
      expect(built.length).toBe(1);
      // The first command may come before the first start.
      expect(of['tool']?.build).toEqual(built[0]?.build);
      const policies = instances.map(({ pull_policy }) => pull_policy);
      expect([...new Set(policies)]).toEqual(['never']);
    }
  });
});

describe('all of them', () => {
  test('name settings that exist', () => {
    const app = compose.slice(compose.indexOf('  app:'), compose.indexOf('  database:'));
    const named = [
      ...found(image, /\b([A-Z][A-Z0-9_]+)=/gu),
      ...found(unit, /\b([A-Z][A-Z0-9_]+)=/gu),
      ...found(app, /^ {6}([A-Z][A-Z0-9_]+):/gmu),
      ...found(sourceText('deploy/tern.env.example'), /^([A-Z][A-Z0-9_]+)=/gmu),
    ];
    expect(named).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'DATA_DIR']));
    expect(named.filter((name) => ![...settings, 'NODE_ENV'].includes(name))).toEqual([]);
  });

  test('serve on the same port', () => {
    const ports = [
      one(image, /^EXPOSE (\d+)$/gmu),
      one(image, /PORT=(\d+)/gu),
      one(compose, /^ +PORT: (\d+)$/gmu),
      one(compose, /TERN_UPSTREAM: [\d.]+:(\d+)/gu),
      one(unit, /PORT=(\d+)/gu),
      one(sourceText('deploy/Caddyfile'), /localhost:(\d+)/gu),
    ];
    expect([...new Set(ports)]).toEqual([String(readConfig({}).port)]);
  });

  test('start instances that are built, and give them time to stop', () => {
    const started = [image, unit, instructions].flatMap((text) =>
      found(text, /apps\/server\/dist\/(\w+)[.]js/gu),
    );
    expect(started).toEqual(expect.arrayContaining(['main', 'doctor', 'audit']));
    const commands = one(sourceText('tools/bundle-server.mjs'), /commands = \[([^\]]+)\]/gu);
    const bundled = ['main', ...found(commands, /'(\w+)'/gu)];
    expect(started.filter((name) => !bundled.includes(name))).toEqual([]);
    // A faulty setting ends it for good; anything else is tried again, more and more slowly.
    expect(Number(one(unit, /^RestartPreventExitStatus=(\d+)$/gmu))).toBe(FAULTY_SETTING);
    expect(one(unit, /^RestartMaxDelaySec=(\d+)$/gmu)).toBe('60');
    // 60 s of DRAIN_SECONDS and 15 s to stop.
    expect(Number(one(unit, /^TimeoutStopSec=(\d+)$/gmu))).toBeGreaterThan(75);
    const app = compose.slice(0, compose.indexOf('  database:'));
    expect(Number(one(app, /stop_grace_period: (\d+)s/gu))).toBeGreaterThan(75);
  });

  test('use the role of the server', () => {
    expect(sourceText('deploy/roles.sql')).toContain(`create role ${APP_ROLE} nologin;`);
  });
});

describe('the handbook', () => {
  test('uses files that exist, and the paths and the user of the unit', () => {
    const files = found(instructions, /(deploy\/[\w.-]+\w)/gu).filter(
      (path) => path !== 'deploy/tern.env',
    );
    expect(files.filter((path) => !existsSync(join(treeRoot, path)))).toEqual([]);
    expect(handbook).toContain(` ${one(unit, /^WorkingDirectory=(\S+)$/gmu)}\n`);
    expect(handbook).toContain(one(unit, /^EnvironmentFile=(\S+)$/gmu));
    expect(handbook).toMatch(new RegExp(`useradd .* ${one(unit, /^User=(\S+)$/gmu)}\n`, 'u'));
    const state = `/var/lib/${one(unit, /^StateDirectory=(\S+)$/gmu)}`;
    expect(one(unit, /DATA_DIR=(\S+)/gu)).toBe(state);
    expect(one(sourceText('deploy/tern.env.example'), /^DATA_DIR=(\S+)$/gmu)).toBe(state);
    expect(handbook).toContain(`--home-dir ${state} `);
    expect(handbook).toContain(`BACKUP_DIR=${one(unit, /^ReadWritePaths=-(\S+)$/gmu)}`);
    expect(unit).toContain('ProtectSystem=strict');
  });

  test('names settings that exist', () => {
    // `EVM_…` stands for all that begin so; what compose reads itself is no setting of the server.
    const named = [
      ...found(instructions, /`([A-Z][A-Z0-9]*_[A-Z0-9_]*)(?:=[^`]*)?`/gu),
      ...found(instructions, /`([A-Z][A-Z0-9]*_)…`/gu),
      ...found(instructions, /(?:printf '|\\n)([A-Z][A-Z0-9_]+)=/gu),
    ].filter((name) => !name.startsWith('TERN_') && name !== 'COMPOSE_FILE');
    expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'SMTP_', 'DRAIN_SECONDS']));
    const isSetting = (name: string) =>
      name.endsWith('_')
        ? settings.some((setting) => setting.startsWith(name))
        : settings.includes(name);
    expect(named.filter((name) => !isSetting(name))).toEqual([]);
  });

  test('names pages and buttons of the console as it does', () => {
    const names = [
      'Operators',
      'New operator',
      'Propose',
      'Claim to decide',
      'Approve and carry out',
      'Show my half',
      'New here? Use your start code',
      'Propose new one-time codes',
      'Operations',
      'Keys of the public log',
      'Treasury',
      'Record money received',
    ];
    const texts = sourceFiles()
      .filter((path) =>
        /^apps\/console\/src\/(kernel|features)\/([\w-]+\/)*[\w-]*texts[.]ts$/u.test(path),
      )
      .map(sourceText)
      .join('\n');
    expect(names.filter((name) => !handbook.includes(name))).toEqual([]);
    expect(names.filter((name) => !texts.includes(`'${name}'`))).toEqual([]);
  });

  test('starts from an example that the server accepts', () => {
    const lines = sourceText('deploy/tern.env.example').matchAll(/^([A-Z_]+)=(.*)$/gmu);
    const example = Object.fromEntries(
      [...lines].map(([, name = '', value = '']) => [name, value]),
    );
    expect(readConfig(example)).toMatchObject({ mode: 'paper', trustedProxies: ['loopback'] });
  });

  test('replaces what the examples leave open', () => {
    for (const open of ['LOGIN-PASSWORD', 'OWNER-PASSWORD']) {
      expect(sourceText('deploy/tern.env.example')).toContain(open);
      expect(handbook).toContain(`s/${open}/`);
    }
    const passphrase = one(sourceText('deploy/pgbackrest.conf'), /^repo1-cipher-pass=(\S+)$/gmu);
    expect(handbook).toContain(`s|${passphrase}|`);
  });
});
