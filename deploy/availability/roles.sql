-- The roles that the service, HAProxy and the standby use. Run it once, on the primary:
--   psql -v store_password=... -v replicator_password=... -f roles.sql
-- createdb is for the temporary database of `backup verify`.
create role store login createdb password :'store_password' connection limit 85;
create database store owner store;
create role haproxy login connection limit 10;
create role replicator login replication password :'replicator_password';
-- For pg_rewind.
grant execute on function pg_ls_dir(text, boolean, boolean) to replicator;
grant execute on function pg_stat_file(text, boolean) to replicator;
grant execute on function pg_read_binary_file(text) to replicator;
grant execute on function pg_read_binary_file(text, bigint, bigint, boolean) to replicator;
