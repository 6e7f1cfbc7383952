@rem `npm start` begins with `exec`, so that no shell stands between npm and the server. Windows has no such command: this is it.
@%*
