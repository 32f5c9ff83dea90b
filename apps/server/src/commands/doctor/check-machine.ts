/** The machine: Node, user, data folder and its rights, disk, the deployment's key. */
import { constants, existsSync, type Stats, statSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { type Finding, obstacle, ok, reasonOf, warning } from './finding.ts';

const GIGABYTE = 1024 ** 3;
/** Below it, the next day of logs or images may fill the disk. */
const FEW_GIGABYTES = 2;
const NODE_MIN = [20, 19] as const;
/** File rights of the group and of everyone. */
const OTHERS = 0o077;
const EVERYONE = 0o007;

type Places = Pick<Config, 'dataDir' | 'secretsKeyFile'>;

export async function checkMachine(places: Places): Promise<Finding[]> {
  return [checkNode(process.versions.node), checkUser(), ...(await checkDataDir(places))];
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1]);
  if (isOld) {
    const advice = `Install Node ${NODE_MIN.join('.')} or newer.`;
    return obstacle('node', { found: `Node ${version} is too old.`, advice });
  }
  if (major % 2 === 0) return ok('node', `Node ${version}.`);
  return warning('node', {
    found: `Node ${version} is no long-term version.`,
    advice: 'Use an even version, which gets security updates for years.',
  });
}

function checkUser(): Finding {
  if (process.getuid?.() !== 0) return ok('user', 'It runs without the rights of root.');
  return warning('user', {
    found: 'It runs as root.',
    advice: 'Run it as a user of its own, as the systemd unit does.',
  });
}

async function checkDataDir({ dataDir, secretsKeyFile }: Places): Promise<Finding[]> {
  const item = 'data folder';
  if (!existsSync(dataDir)) {
    const parent = nearestFolder(dataDir);
    try {
      await access(parent, constants.W_OK);
    } catch {
      return [
        obstacle(item, {
          found: `${dataDir} does not exist and cannot be created.`,
          advice: `Create it, owned by the server's user, with the rights 0700.`,
        }),
      ];
    }
    return [ok(item, `${dataDir} does not exist yet; the first start creates it.`)];
  }
  return [await checkFolder(item, dataDir), await checkDisk(dataDir), checkKey(secretsKeyFile)];
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent);
}

/** Writable for us; not readable for everyone. */
export async function checkFolder(item: string, folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const advice = `Give it to the server's user: chown it, and chmod 700 it.`;
    return obstacle(item, { found: `${folder} cannot be used: ${reasonOf(error)}.`, advice });
  }
  const stats = statSync(folder);
  if (!stats.isDirectory()) {
    const advice = 'Name a folder.';
    return obstacle(item, { found: `${folder} is a file.`, advice });
  }
  if (!isOpen(stats, EVERYONE)) return ok(item, `${folder} is ours alone and writable.`);
  return warning(item, {
    found: `Every user of this machine can enter ${folder}.`,
    advice: `chmod 700 ${folder} (750 if a group needs it).`,
  });
}

const isOpen = ({ mode }: Stats, rights: number) =>
  process.platform !== 'win32' && (mode & rights) !== 0;

async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / GIGABYTE;
  const found = `${free < 10 ? Math.floor(free * 10) / 10 : Math.floor(free)} GB are free.`;
  if (free >= FEW_GIGABYTES) return ok('disk', found);
  return warning('disk', { found, advice: `Make room on the disk of ${dataDir}.` });
}

/** The key that encrypts secrets in the database. */
function checkKey(file: string): Finding {
  if (!existsSync(file)) {
    return ok('key', `${file} does not exist; the first start on an empty database creates it.`);
  }
  if (!isOpen(statSync(file), OTHERS)) return ok('key', `Only the owner can read ${file}.`);
  return obstacle('key', {
    found: `Others on this machine can read ${file}, which opens the secrets in the database.`,
    advice: `chmod 600 ${file}; see "Change secrets" in docs/handbook.md.`,
  });
}
