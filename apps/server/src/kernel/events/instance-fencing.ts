/** Two programs on one database: the later one takes over, the earlier one must stop. */

/** The bus topic that says another program has taken over; nothing of ours will be written any more. */
export const INSTANCE_FENCED = 'server.taken-over';
