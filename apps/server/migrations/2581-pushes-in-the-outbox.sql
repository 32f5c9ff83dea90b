-- feature: kernel
-- The outbox has pushes too: what left for a device of a member, whose id is the recipient, and why one did not arrive. They are sent from
-- notification_deliveries, one row at a time; here is what came of it.

alter table outgoing_messages
  drop constraint outgoing_messages_channel_check,
  add constraint outgoing_messages_channel_check check (channel in ('email', 'sms', 'push')),
  -- The delivery that sends it, the last of several if it was sent again.
  add column delivery_id bigint constraint outgoing_messages_delivery unique,
  add column device_id bigint,
  add column notification_id bigint,
  add constraint outgoing_messages_push check ((channel = 'push') = (delivery_id is not null)
    and (delivery_id is null) = (device_id is null) and (delivery_id is null) = (notification_id is null)),
  -- An instance of the release before takes what is due here, and would send it by SMS.
  add constraint outgoing_messages_push_not_due check (channel <> 'push' or next_attempt_at = 'infinity');

drop index outgoing_messages_due;
create index outgoing_messages_due on outgoing_messages (next_attempt_at) where state = 'waiting' and channel <> 'push';
