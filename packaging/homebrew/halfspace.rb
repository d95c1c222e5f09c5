# SPDX-License-Identifier: MIT
# The formula of Homebrew. No release can be downloaded yet, so it has no `url` and `sha256`, and no
# `head`. Whoever puts it into a tap gives these of the place where Halfspace is published, and a `url`
# to each resource: headers that Homebrew has no formulae for.
class Halfspace < Formula
  desc "Compiler and runtime for solid 3D worlds: exact answers about what is where"
  license "MIT"
  version "0.1.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "fast_float" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "xxhash" => :build
  depends_on "fmt"
  depends_on "libzip"
  depends_on "tbb"

  resource "stb" do
    # stb_image.h, stb_image_write.h
  end

  resource "tinygltf" do
    # tiny_gltf.h, 2.7.0 or later
  end

  resource "tinyobjloader" do
    # tiny_obj_loader.h, 2.0.0 rc10 or later
  end

  def install
    headers = buildpath/"headers"
    %w[stb tinygltf tinyobjloader].each do |name|
      resource(name).stage { headers.install Dir["*.h"] }
    end
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja",
           "-DCMAKE_INCLUDE_PATH=#{headers}",
           "-DHALFSPACE_TESTS=OFF", "-DHALFSPACE_VIEWER=OFF",
           *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"room.grid").write <<~GRID
      cell 64

      ....
      .P..
      ....
    GRID
    system bin/"halfspace", "compile", "room.grid", "-o", "room.hsw"
    system bin/"halfspace", "verify", "room.hsw", "room.grid"
    (testpath/"test.c").write <<~C
      #include <halfspace.h>
      int main(void) {
        halfspace_level* level = halfspace_load_file("room.hsw", 0, 0);
        halfspace_free_level(level);
        return level == 0;
      }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-lhalfspace_c", "-o", "test"
    system "./test"
  end
end
