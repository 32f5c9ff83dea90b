/** What the instances of `npm run cluster` inherit from the environment: all but the settings that it decides itself. */

const DECIDED = [
  'ROLES',
  'PORT',
  'LISTEN_HOST',
  'TRUSTED_PROXY',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'NATS_URL',
  'NATS_CREDS',
  'METRICS_PORT',
  'METRICS_HOST',
];

type Environment = Readonly<Record<string, string | undefined>>;

export function environmentOfInstances(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !DECIDED.includes(name)),
  );
}
