-- feature: invitation
-- The check of each minute reads the rewards of new batches.

create index invitation_rewards_of_batch on invitation_rewards (batch_id);
