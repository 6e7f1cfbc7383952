#!/bin/sh
# Makes your own certificate authority, and certificates for servers that only your machines have to trust: PostgreSQL,
# PgBouncer, Redis, HAProxy.
#   ./certificates.sh FOLDER db1 localhost db1.internal IP:10.0.0.11
# writes FOLDER/db1.pem and FOLDER/db1.key for the other names; without any, for "db1". The first call also makes
# FOLDER/ca.pem, which clients have to trust (sslrootcert=, NODE_EXTRA_CA_CERTS=), and FOLDER/ca.key, which belongs on no
# server: whoever has it can pretend to be any of them.
set -eu
folder=$1 name=$2
shift 2
[ $# -gt 0 ] || set -- "$name"
umask 077
mkdir -p "$folder"
cd "$folder"
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
if [ ! -e ca.key ]; then
  # shellcheck disable=SC2086
  openssl req -x509 $key -keyout ca.key -out ca.pem -days 3650 -subj '/CN=Adoption Store CA' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' 2>/dev/null
fi
names=''
for one; do
  case $one in IP:*) ;; *) one="DNS:$one" ;; esac
  names="$names${names:+,}$one"
done
# shellcheck disable=SC2086
openssl req $key -keyout "$name.key" -out "$name.csr" -subj "/CN=$name" 2>/dev/null
printf 'subjectAltName=%s\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth,clientAuth\n' "$names" >"$name.ext"
openssl x509 -req -in "$name.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 \
  -extfile "$name.ext" -out "$name.pem" 2>/dev/null
rm "$name.csr" "$name.ext"
chmod 644 ca.pem "$name.pem"
echo "$folder/$name.pem is valid for $names until $(openssl x509 -in "$name.pem" -noout -enddate | cut -d= -f2)"
