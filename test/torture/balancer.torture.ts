// Replicas killed behind HAProxy, many times over: see `rounds`.
import '../faults/balancer.test.ts'
