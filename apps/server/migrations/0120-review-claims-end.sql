-- feature: kernel
-- Since when a person has had a review in hand without a break: renewing a claim keeps nobody else away for ever (ADR 0031).

alter table reviews add column claim_since timestamptz;
update reviews set claim_since = updated_at where claimed_by is not null;
alter table reviews add constraint reviews_claim_since check ((claimed_by is null) = (claim_since is null));
