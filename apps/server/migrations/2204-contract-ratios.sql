-- feature: futures
-- What a timed contract pays lies between floors that no setting lowers (ADR 25).
alter table futures_contracts add constraint futures_contracts_ratio check (payout_ratio between 0.1 and 0.98) not valid;
