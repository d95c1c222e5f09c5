// SPDX-License-Identifier: MIT
// Debian's Embree heeds the masks of rays, and Debian's Open3D 0.16 sets them to zero, so that its
// rays meet nothing. open3d_peer.py loads this library before Open3D: its calls come here and get
// masks.
#include <dlfcn.h>
#include <embree3/rtcore.h>

#include <cstddef>

namespace {

template <class Function>
Function* of_embree(const char* name) {
    return reinterpret_cast<Function*>(dlsym(dlopen("libembree3.so.3", RTLD_NOW), name));
}

template <class Record>
Record& record_at(Record* first, std::size_t stride, unsigned i) {
    return *reinterpret_cast<Record*>(reinterpret_cast<char*>(first) + stride * i);
}

}  // namespace

extern "C" {

void rtcIntersect1M(RTCScene scene,
                    RTCIntersectContext* context,
                    RTCRayHit* rays,
                    unsigned count,
                    std::size_t stride) {
    static auto* const kCall = of_embree<decltype(rtcIntersect1M)>("rtcIntersect1M");
    for (unsigned i = 0; i < count; ++i) {
        record_at(rays, stride, i).ray.mask = ~0u;
    }
    kCall(scene, context, rays, count, stride);
}

void rtcOccluded1M(RTCScene scene,
                   RTCIntersectContext* context,
                   RTCRay* rays,
                   unsigned count,
                   std::size_t stride) {
    static auto* const kCall = of_embree<decltype(rtcOccluded1M)>("rtcOccluded1M");
    for (unsigned i = 0; i < count; ++i) {
        record_at(rays, stride, i).mask = ~0u;
    }
    kCall(scene, context, rays, count, stride);
}

}  // extern "C"
