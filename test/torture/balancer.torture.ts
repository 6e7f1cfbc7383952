// Kills replicas behind HAProxy many times: see `rounds`.
import '../faults/balancer.test.ts'
