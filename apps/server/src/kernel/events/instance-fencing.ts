/** Fencing of instances: when two programs run on one database, the earlier one must stop. */

/** Bus topic: another program has taken over the leases; this one can write nothing any more. */
export const INSTANCE_FENCED = 'server.fenced';
